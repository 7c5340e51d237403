import { beforeEach, describe, expect, test } from 'vitest';
import { MIN_FORM_SECONDS } from '#server/content/messages/form-timing.shared.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';

const database = testDb();
let clock = new Date('2026-11-22T12:00:00Z');
const server = testApp(database, { now: () => clock });

beforeEach(async () => {
  await database.db.deleteFrom('newsletterSubscribers').execute();
  clock = new Date(clock.getTime() + 3_600_000);
});

/** A form token, with enough time passed for a person to fill in the form. */
async function filledIn(): Promise<string> {
  const { token } = await server.caller().content.formToken();
  clock = new Date(clock.getTime() + (MIN_FORM_SECONDS + 1) * 1000);
  return token;
}

describe('[S5 newsletter, S7 subscribe] a subscription', () => {
  const subscribe = async (email: string | null) =>
    server.caller().content.subscribe({ email, formToken: await filledIn() });
  const listSubscribers = () =>
    database.db.selectFrom('newsletterSubscribers').select(['email', 'suspicion']).orderBy('email').execute();

  test('is stored once in any case, and a malformed address is ignored without an error', async () => {
    expect(await subscribe(' Zoe@Example.com ')).toBe(true);
    expect(await subscribe('zoe@example.com')).toBe(true);
    for (const nonsense of ['', null, 'zoe', 'a\u0000@b.co', 'x'.repeat(100_000)]) {
      expect(await subscribe(nonsense)).toBe(false);
    }
    expect(await listSubscribers()).toEqual([{ email: 'zoe@example.com', suspicion: null }]);
  });

  test('a bot’s is stored as suspected, until a person subscribes the address', async () => {
    expect(await server.caller().content.subscribe({ email: 'zoe@example.com' })).toBe(false);
    expect(await listSubscribers()).toEqual([{ email: 'zoe@example.com', suspicion: 'no token' }]);
    expect(await subscribe('zoe@example.com')).toBe(true);
    expect(await server.caller().content.subscribe({ email: 'zoe@example.com' })).toBe(false);
    expect(await listSubscribers()).toEqual([{ email: 'zoe@example.com', suspicion: null }]);
  });
});
