import { randomBytes, randomInt } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkLiveCode, issueLiveKey } from '#server/domains/memberships/wallet/live-card.service.ts';
import {
  liveStepAt,
  makeLiveCode,
  readLiveCode,
  writeLiveCode,
} from '#server/domains/memberships/wallet/live-code.shared.ts';
import { newId } from '#server/lib/ids.ts';
import { createSigner } from '#server/platform/security/signed-token.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';

const START = new Date('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;
let now = START;
beforeEach(() => {
  now = START;
});
const clock = () => now;
const signer = createSigner(['the secret of this server, long enough'], clock);
const deps = { signer, now: clock };
const holder = () => ({ id: newId(), accountId: newId() });
const setClock = (milliseconds: number) => {
  now = new Date(START.getTime() + milliseconds);
};

describe('a live code', () => {
  test('is live for 90 seconds from its step, then old', async () => {
    const card = holder();
    const code = await makeLiveCode(issueLiveKey(deps, card), liveStepAt(START.getTime()));
    const checkAfter = (milliseconds: number) => {
      setClock(milliseconds);
      return checkLiveCode(deps, card, code);
    };
    expect([0, 1, 30_000, 60_000, 89_999].map(checkAfter)).toEqual(Array(5).fill('live'));
    expect([90_000, 90_001, 3_600_000, DAY_MS, 400 * DAY_MS].map(checkAfter)).toEqual(Array(5).fill('old'));
  });

  test('is live from a device whose clock is slightly ahead, but not far ahead', async () => {
    const card = holder();
    const key = issueLiveKey(deps, card);
    const step = liveStepAt(START.getTime());
    expect(checkLiveCode(deps, card, await makeLiveCode(key, step + 1))).toBe('live');
    expect(checkLiveCode(deps, card, await makeLiveCode(key, step + 2))).toBe('unknown');
  });

  test('changes every 30 seconds', async () => {
    const key = issueLiveKey(deps, holder());
    const makeCodeAfter = (milliseconds: number) =>
      makeLiveCode(key, liveStepAt(START.getTime() + milliseconds));
    expect(await makeCodeAfter(29_999)).toBe(await makeCodeAfter(0));
    expect(await makeCodeAfter(30_000)).not.toBe(await makeCodeAfter(0));
  });

  test('has a key that expires within 30 days, and the device gets that date', async () => {
    const card = holder();
    const key = issueLiveKey(deps, card);
    const seenAt = async (instant: Date) => {
      now = instant;
      return checkLiveCode(deps, card, await makeLiveCode(key, liveStepAt(instant.getTime())));
    };
    expect(await seenAt(new Date(key.until.getTime() - 1))).toBe('live');
    expect(await seenAt(key.until)).toBe('old');
    expect(key.until).toEqual(new Date('2026-12-21T00:00:00Z'));
  });

  test('is invalid for another card, another holder, or another server', async () => {
    const card = holder();
    const code = await makeLiveCode(issueLiveKey(deps, card), liveStepAt(START.getTime()));
    expect(checkLiveCode(deps, { ...card, id: newId() }, code)).toBe('unknown');
    expect(checkLiveCode(deps, { ...card, accountId: newId() }, code)).toBe('unknown');
    const otherServersSigner = createSigner(['the secret of another server, as long'], clock);
    expect(checkLiveCode({ signer: otherServersSigner, now: clock }, card, code)).toBe('unknown');
  });

  test('cannot be forged: none of 100,000 random codes is accepted or reported as old', async () => {
    const card = holder();
    const step = liveStepAt(START.getTime());
    const day = issueLiveKey(deps, card).day;
    const genuine = readLiveCode(await makeLiveCode(issueLiveKey(deps, card), step));
    if (!genuine) throw new Error('The live code cannot be read');
    const otherCodes = await Promise.all(
      Array.from({ length: 500 }, () => makeLiveCode(issueLiveKey(deps, holder()), step)),
    );
    const withBitFlipped = (at: number) => {
      const bytes = Buffer.from(genuine.signature, 'base64url');
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) ^ (1 << (at & 7));
      return writeLiveCode({ ...genuine, signature: bytes.toString('base64url') });
    };
    const forgeries: Array<(place: number) => string> = [
      // Codes with a random signature, for the current time and for other times.
      () => writeLiveCode({ ...genuine, signature: randomBytes(9).toString('base64url') }),
      () =>
        writeLiveCode({
          keyDay: day - randomInt(40),
          step: step - randomInt(1_000),
          signature: randomBytes(9).toString('base64url'),
        }),
      // Genuine codes changed to another time, key, or signature bit, and genuine codes of other cards.
      (place) => writeLiveCode({ ...genuine, step: step + 1 + place }),
      (place) => writeLiveCode({ ...genuine, step: step - 1 - place }),
      (place) => writeLiveCode({ ...genuine, keyDay: day - 1 - (place % 1_000) }),
      (place) => withBitFlipped(place % 72),
      (place) => otherCodes[place % otherCodes.length] ?? '',
      // Text that is not a code, or a code with something removed or added.
      () => randomBytes(randomInt(40)).toString('base64url'),
      (place) => writeLiveCode(genuine).slice(0, -1 - (place % 12)),
      (place) => `${writeLiveCode(genuine)}${'.A=- 0'.charAt(place % 6)}`,
    ];
    const answerCounts = new Map<string, number>();
    for (let place = 0; place < 100_000; place++) {
      const forgedCode = forgeries[place % forgeries.length]?.(Math.floor(place / forgeries.length)) ?? '';
      const answer = checkLiveCode(deps, card, forgedCode);
      answerCounts.set(answer, (answerCounts.get(answer) ?? 0) + 1);
    }
    expect(Object.fromEntries(answerCounts)).toEqual({ unknown: 100_000 });
    expect(checkLiveCode(deps, card, writeLiveCode(genuine))).toBe('live');
  });

  test('has one spelling', () => {
    for (const text of ['', '.', 'a.b.c', '0a.1.AAAAAAAAAAAA', 'A.1.AAAAAAAAAAAA', '-1.1.AAAAAAAAAAAA']) {
      expect(readLiveCode(text), text).toBeNull();
    }
    const code = { keyDay: 20_778, step: 59_841_360, signature: 'AAAAAAAA_-AA' };
    expect(readLiveCode(writeLiveCode(code))).toEqual(code);
  });
});

describe('a live code during verification', () => {
  const database = testDb();
  const app = testApp(database, { now: clock, limits: NO_LIMITS });
  const end = new Date(START.getTime() + 20 * DAY_MS);

  async function makeShownCard() {
    const account = await makeAccount(database.db);
    const membership = { accountId: account.id, subscription: { periodEnd: end } };
    const { number } = await makeMembership(database.db, membership);
    const card = await app.caller(account).memberships.card({ number });
    if (!card.shown) throw new Error('The card is hidden');
    return { account, number, live: card.live };
  }
  const find = async (number: string, scan?: string) => app.caller().verification.find({ number, scan });

  test('is live when scanned and old in a screenshot, and a typed number has no code', async () => {
    const { number, live } = await makeShownCard();
    const code = await makeLiveCode(live, liveStepAt(now.getTime()));
    expect(await find(number, code)).toMatchObject({ state: 'active', liveness: 'live' });
    setClock(5 * 60_000);
    expect(await find(number, code)).toMatchObject({ state: 'active', liveness: 'old' });
    expect(await find(number, 'made up')).toMatchObject({ state: 'active', liveness: 'unknown' });
    expect(await find(number, '')).toMatchObject({ state: 'active', liveness: null });
    expect(await find(number)).toMatchObject({ state: 'active', liveness: null });
  });

  test('is unknown for another card, and is ignored for an unknown number', async () => {
    const card = await makeShownCard();
    const otherCard = await makeShownCard();
    const code = await makeLiveCode(card.live, liveStepAt(now.getTime()));
    expect(await find(otherCard.number, code)).toMatchObject({ liveness: 'unknown' });
    expect(await find('ABCD-EFGH-JKMN', code)).toBeNull();
  });

  test('is unknown if the card was opened before it changed owners', async () => {
    const { number, live } = await makeShownCard();
    const next = await makeAccount(database.db);
    await database.db
      .updateTable('memberships')
      .set({ accountId: next.id })
      .where('number', '=', number)
      .execute();
    const code = await makeLiveCode(live, liveStepAt(now.getTime()));
    expect(await find(number, code)).toMatchObject({ liveness: 'unknown' });
  });

  test('can be made only with the key, which is only in the owner’s card', async () => {
    const { number, live } = await makeShownCard();
    const stranger = await makeAccount(database.db);
    expect(JSON.stringify(await find(number))).not.toContain(live.key);
    await expect(app.caller(stranger).memberships.card({ number })).rejects.toThrow('No Membership Found');
    await database.db.updateTable('subscriptions').set({ status: 'past_due' }).execute();
    expect(JSON.stringify(await find(number))).not.toContain(live.key);
  });

  test('does not make an invalid card valid', async () => {
    const { account, number, live } = await makeShownCard();
    await database.db.updateTable('subscriptions').set({ status: 'unpaid' }).execute();
    const code = await makeLiveCode(live, liveStepAt(now.getTime()));
    expect(await find(number, code)).toMatchObject({ updatedStatus: 'invalid', liveness: 'live' });
    const card = await app.caller(account).memberships.card({ number });
    expect(card).not.toHaveProperty('live');
  });
});
