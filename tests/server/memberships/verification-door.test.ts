import { describe, expect, test } from 'vitest';
import { buildTestApp, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';

const database = testDb();
const NOW = new Date('2026-11-21T12:00:00Z');
const app = testApp(database, { now: () => NOW });

describe('[D28] the verification over HTTP', () => {
  test('takes no session, sends instants as ISO 8601, and is not kept by caches', async () => {
    const { number } = await makeMembership(database.db, {
      subscription: { periodEnd: new Date('2026-12-05T12:00:00Z') },
    });
    const visitor = await app.visitor();
    const answer = await visitor.trpc('query', 'verification.find', { number });
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ number, periodEnd: '2026-12-05T12:00:00.000Z', state: 'active' });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('an unknown number is null, not an error; what is no text is refused, not a fault', async () => {
    const visitor = await app.visitor();
    const unknown = await visitor.trpc('query', 'verification.find', { number: 'ABCD-EFGH-JKMN' });
    expect([unknown.status, unknown.data]).toEqual([200, null]);
    for (const number of [null, 1, {}, ['x'], undefined]) {
      expect((await visitor.trpc('query', 'verification.find', { number })).status).toBe(400);
    }
  });

  test('the owner’s session tells whether a printed card was asked for', async () => {
    const owner = await makeAccount(database.db);
    const { number } = await makeMembership(database.db, { accountId: owner.id });
    const visitor = await app.visitor(owner);
    const { data } = await visitor.trpc('query', 'verification.find', { number });
    expect(data.requestedPhysicalCard).toBe(false);
  });
});

describe('[D49] from one address', () => {
  test('120 verifications within a minute are answered; the next is told when to come again', async () => {
    // A minute of its own: the tests above have asked within theirs.
    const later = await buildTestApp(database.db, { now: () => new Date('2026-11-21T12:01:20Z') });
    const visitor = await later.visitor();
    const ask = () => visitor.trpc('query', 'verification.find', { number: 'ABCD-EFGH-JKMN' });
    for (let call = 1; call <= 120; call++) expect((await ask()).status, `call ${call}`).toBe(200);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('40');
    await later.close();
  });
});
