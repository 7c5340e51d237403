import { describe, expect, test } from 'vitest';
import { buildTestApp, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';

const database = testDb();
const NOW = new Date('2026-11-21T12:00:00Z');
const app = testApp(database, { now: () => NOW });

describe('[D28] verification over HTTP', () => {
  test('needs no session, returns instants as ISO 8601, and is never cached', async () => {
    const { number } = await makeMembership(database.db, {
      subscription: { periodEnd: new Date('2026-12-05T12:00:00Z') },
    });
    const visitor = await app.visitor();
    const answer = await visitor.trpc('query', 'verification.find', { number });
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ number, periodEnd: '2026-12-05T12:00:00.000Z', state: 'active' });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('returns null for an unknown number and refuses input that is not a string', async () => {
    const visitor = await app.visitor();
    const unknown = await visitor.trpc('query', 'verification.find', { number: 'ABCD-EFGH-JKMN' });
    expect([unknown.status, unknown.data]).toEqual([200, null]);
    for (const number of [null, 1, {}, ['x'], undefined]) {
      expect((await visitor.trpc('query', 'verification.find', { number })).status).toBe(400);
    }
  });

  test('shows a session’s owner whether a printed card was requested', async () => {
    const owner = await makeAccount(database.db);
    const { number } = await makeMembership(database.db, { accountId: owner.id });
    const visitor = await app.visitor(owner);
    const { data } = await visitor.trpc('query', 'verification.find', { number });
    expect(data.requestedPhysicalCard).toBe(false);
  });
});

describe('[D49] the limit per IP address', () => {
  test('allows 120 verifications in a minute and then returns Retry-After', async () => {
    // Use a later minute, because the tests above used up part of this one's limit.
    const laterApp = await buildTestApp(database.db, { now: () => new Date('2026-11-21T12:01:20Z') });
    const visitor = await laterApp.visitor();
    const verify = () => visitor.trpc('query', 'verification.find', { number: 'ABCD-EFGH-JKMN' });
    for (let call = 1; call <= 120; call++) expect((await verify()).status, `call ${call}`).toBe(200);
    const limitedResponse = await verify();
    expect(limitedResponse.status).toBe(429);
    expect(limitedResponse.headers['retry-after']).toBe('40');
    await laterApp.close();
  });
});
