import { describe, expect, test } from 'vitest';
import { resetPasskeys } from '#server/domains/accounts/passkeys/passkey.service.ts';
import { createStaffToken } from '#server/domains/accounts/sessions/staff-token.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { Authenticator } from '#tests/helpers/authenticator.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';

const MINUTE_MS = 60_000;
const database = testDb();
let time = new Date();
const app = testApp(database, { limits: NO_LIMITS, now: () => time });
const advanceClock = (minutes: number) => {
  time = new Date(time.getTime() + minutes * MINUTE_MS);
};

const makeStaff = (accountType = 10) => makeAccount(database.db, { accountType });

/** Opens a browser and redeems a staff token in it. */
async function enterToken(staff: TestAccount): Promise<Visitor> {
  const visitor = await app.visitor();
  const { token } = await createStaffToken(app.deps, staff);
  await visitor.trpc('mutation', 'accounts.staffLogin', { token });
  return visitor.fetchCsrfToken();
}

/** Opens a browser and signs in with the account's password. */
const enterPassword = async (account: TestAccount) => (await app.visitor(account)).fetchCsrfToken();

const call = (visitor: Visitor, name: string, input?: unknown) =>
  visitor.trpc('mutation', `accounts.passkeys.${name}`, input);

async function fetchChallenge(visitor: Visitor, name: 'prepareAdding' | 'prepareUse'): Promise<string> {
  return (await call(visitor, name)).data.challenge;
}

async function add(visitor: Visitor, authenticator = new Authenticator(), name = 'Laptop') {
  const challenge = await fetchChallenge(visitor, 'prepareAdding');
  const { error } = await call(visitor, 'add', { name, ...authenticator.create({ challenge }) });
  return { authenticator, error };
}

type Ceremony = Partial<Parameters<Authenticator['use']>[0]>;

/** Returns the error's code, or null if the passkey was accepted. */
async function use(visitor: Visitor, authenticator: Authenticator, ceremony: Ceremony = {}) {
  const challenge = await fetchChallenge(visitor, 'prepareUse');
  const { error } = await call(visitor, 'use', authenticator.use({ challenge, ...ceremony }));
  return error?.data.code ?? null;
}

const getStep = async (visitor: Visitor) =>
  (await visitor.trpc('query', 'accounts.passkeys.access')).data.step;
const listOwn = async (visitor: Visitor) => (await visitor.trpc('query', 'accounts.passkeys.mine')).data;

/** Creates a staff account with a passkey. Also returns the browser that added it. */
async function enroll() {
  const staff = await makeStaff();
  const visitor = await enterToken(staff);
  const { authenticator } = await add(visitor);
  return { staff, visitor, authenticator };
}

async function readAudit({ id }: TestAccount) {
  const rows = await database.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'reason', 'change'])
    .where('subject', '=', `account:${id}`)
    .where('action', 'like', 'passkey.%')
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows;
}

describe('the first passkey', () => {
  test('[D57] is added with a staff token, and opens the console', async () => {
    const staff = await makeStaff();
    const visitor = await enterToken(staff);
    expect(await getStep(visitor)).toBe('add-passkey');
    expect((await add(visitor)).error).toBeUndefined();
    expect(await getStep(visitor)).toBe('none');
    expect(await listOwn(visitor)).toMatchObject([{ name: 'Laptop', lastUsedAt: time.toISOString() }]);
    expect(await readAudit(staff)).toEqual([
      { action: 'passkey.add', actorId: staff.id, reason: null, change: { before: null, after: 'Laptop' } },
    ]);
  });

  test('[D57] cannot be added by someone who only knows the password', async () => {
    const visitor = await enterPassword(await makeStaff());
    expect(await getStep(visitor)).toBe('enter-token');
    for (const name of ['prepareAdding', 'prepareUse']) {
      expect((await call(visitor, name)).error.data.code).toBe('STAFF_TOKEN_REQUIRED');
    }
  });

  test('[D57] cannot be added by two browsers with a token each', async () => {
    const staff = await makeStaff();
    const [first, second] = [await enterToken(staff), await enterToken(staff)];
    const challenge = await fetchChallenge(second, 'prepareAdding');
    await add(first);
    const { error } = await call(second, 'add', {
      name: 'Mine',
      ...new Authenticator().create({ challenge }),
    });
    expect(error.data.code).toBe('PASSKEY_REQUIRED');
  });

  test.each([
    ['another site', { origin: 'https://everything.example' }],
    ['another domain', { rpId: 'everything.example' }],
    ['an authenticator that does not verify its user', { isUserVerified: false }],
    ['a challenge that we did not issue', { challenge: 'bm90IG91cnM' }],
  ])('[D57] is refused from %s', async (_, ceremony) => {
    const visitor = await enterToken(await makeStaff());
    const challenge = await fetchChallenge(visitor, 'prepareAdding');
    const answer = new Authenticator().create({ challenge, ...ceremony });
    expect((await call(visitor, 'add', { name: 'Laptop', ...answer })).error.data.code).toBe(
      'PASSKEY_REFUSED',
    );
    expect(await getStep(visitor)).toBe('add-passkey');
  });

  test('is refused if it belongs to another account already', async () => {
    const { authenticator } = await enroll();
    const other = await enterToken(await makeStaff());
    expect((await add(other, authenticator)).error.data.code).toBe('PASSKEY_REFUSED');
  });
});

describe('a further passkey', () => {
  test('[D57] needs one that was used in the last ten minutes', async () => {
    const { staff, visitor } = await enroll();
    advanceClock(10);
    expect((await add(visitor, new Authenticator(), 'Phone')).error).toBeUndefined();
    advanceClock(11);
    expect((await call(visitor, 'prepareAdding')).error.data.code).toBe('PASSKEY_REQUIRED');
    expect((await call(await enterToken(staff), 'prepareAdding')).error.data.code).toBe('PASSKEY_REQUIRED');
  });
});

describe('using a passkey', () => {
  test('[D57] opens the console for a session that began with a password', async () => {
    const { staff, authenticator } = await enroll();
    const visitor = await enterPassword(staff);
    expect(await getStep(visitor)).toBe('use-passkey');
    expect(await use(visitor, authenticator)).toBeNull();
    expect(await getStep(visitor)).toBe('none');
  });

  test.each<[string, Ceremony]>([
    ['another site', { origin: 'https://everything.example' }],
    ['another domain', { rpId: 'everything.example' }],
    ['an authenticator that does not verify its user', { isUserVerified: false }],
  ])('[D57] is refused from %s', async (_, ceremony) => {
    const { staff, authenticator } = await enroll();
    const visitor = await enterPassword(staff);
    expect(await use(visitor, authenticator, ceremony)).toBe('PASSKEY_REFUSED');
    expect(await getStep(visitor)).toBe('use-passkey');
  });

  test('[D57] needs a challenge of its own session, which works once and for five minutes', async () => {
    const { staff, visitor: first, authenticator } = await enroll();
    const visitor = await enterPassword(staff);
    expect(await use(visitor, authenticator, { challenge: await fetchChallenge(first, 'prepareUse') })).toBe(
      'PASSKEY_REFUSED',
    );
    expect(await use(first, authenticator, { challenge: await fetchChallenge(first, 'prepareAdding') })).toBe(
      'PASSKEY_REFUSED',
    );
    const challenge = await fetchChallenge(visitor, 'prepareUse');
    advanceClock(6);
    expect(await use(visitor, authenticator, { challenge })).toBe('PASSKEY_REFUSED');
    const newChallenge = await fetchChallenge(visitor, 'prepareUse');
    expect(await use(visitor, authenticator, { challenge: newChallenge })).toBeNull();
    expect(await use(visitor, authenticator, { challenge: newChallenge })).toBe('PASSKEY_REFUSED');
  });

  test('[D57] is refused with the passkey of another account, or one that is unknown', async () => {
    const [{ staff }, { authenticator: other }] = [await enroll(), await enroll()];
    const visitor = await enterPassword(staff);
    expect(await use(visitor, other)).toBe('PASSKEY_REFUSED');
    expect(await use(visitor, new Authenticator())).toBe('PASSKEY_REFUSED');
  });

  test('[D57] is refused if the counter did not rise, as with a copied key', async () => {
    const { staff, authenticator } = await enroll();
    const visitor = await enterPassword(staff);
    authenticator.counter = 5;
    expect(await use(visitor, authenticator)).toBeNull();
    authenticator.counter = 5;
    expect(await use(visitor, authenticator)).toBe('PASSKEY_REFUSED');
  });

  test('[D57] is refused with a forged signature', async () => {
    const { staff, authenticator } = await enroll();
    const visitor = await enterPassword(staff);
    const challenge = await fetchChallenge(visitor, 'prepareUse');
    const { response } = new Authenticator().use({ challenge });
    const { error } = await call(visitor, 'use', { id: authenticator.id, response });
    expect(error.data.code).toBe('PASSKEY_REFUSED');
  });
});

describe('removing a passkey', () => {
  test('[D57] leaves at least one, closes the other sessions, and is audited', async () => {
    const { staff, visitor, authenticator } = await enroll();
    const [{ id: laptopId }] = await listOwn(visitor);
    expect((await call(visitor, 'remove', { id: laptopId })).error.data.code).toBe('LAST_PASSKEY');

    const phone = new Authenticator();
    await add(visitor, phone, 'Phone');
    const thief = await enterPassword(staff);
    expect(await use(thief, authenticator)).toBeNull();
    expect((await call(visitor, 'remove', { id: laptopId })).error).toBeUndefined();
    expect(await listOwn(visitor)).toMatchObject([{ name: 'Phone' }]);
    expect(await getStep(thief)).toBe('use-passkey');
    expect(await use(thief, authenticator)).toBe('PASSKEY_REFUSED');
    expect((await readAudit(staff)).at(-1)).toMatchObject({
      action: 'passkey.remove',
      actorId: staff.id,
      change: { before: 'Laptop', after: null },
    });
  });

  test('[D57] needs one that was used in the last ten minutes, and only removes one’s own', async () => {
    const [{ visitor }, { visitor: other }] = [await enroll(), await enroll()];
    await add(visitor, new Authenticator(), 'Phone');
    const [{ id }] = await listOwn(visitor);
    expect((await call(other, 'remove', { id })).error.data.code).toBe('NOT_FOUND');
    advanceClock(11);
    expect((await call(visitor, 'remove', { id })).error.data.code).toBe('PASSKEY_REQUIRED');
  });

  test('[D57] all at once makes room for someone who lost theirs, and ends their sessions', async () => {
    const { staff, visitor, authenticator } = await enroll();
    expect(await resetPasskeys(app.deps, staff.id, { staffId: null, reason: 'Lost laptop' })).toBe(1);
    expect((await visitor.trpc('query', 'viewer.user')).data).toBeNull();
    const newVisitor = await enterToken({ ...staff, securityVersion: 1 });
    expect(await getStep(newVisitor)).toBe('add-passkey');
    expect((await add(newVisitor)).error).toBeUndefined();
    expect(await use(newVisitor, authenticator)).toBe('PASSKEY_REFUSED');
    expect(await readAudit(staff)).toContainEqual(
      expect.objectContaining({ action: 'passkey.remove', reason: 'Lost laptop' }),
    );
  });
});

describe('a staff session', () => {
  test.each([
    ['from its start', 10],
    ['of an account that became staff later', 0],
  ])('[D57] ends after twelve hours, %s', async (_, accountType) => {
    const account = await makeAccount(database.db, { accountType });
    const visitor = await app.visitor(account);
    await database.db.updateTable('accounts').set({ accountType: 10 }).where('id', '=', account.id).execute();
    advanceClock(12 * 60 - 1);
    expect((await visitor.trpc('query', 'viewer.user')).data).toMatchObject({ id: account.id });
    advanceClock(1);
    expect((await visitor.trpc('query', 'viewer.user')).data).toBeNull();
  });

  test('[D57] of a client of the gateway keeps its rights there, and never opens the console', async () => {
    const { visitor, staff } = await enroll();
    const bearer = { headers: { authorization: `Bearer ${visitor.cookies.get('session')}` } };
    const client = await app.visitor();
    expect((await client.trpc('query', 'accounts.passkeys.mine', undefined, bearer)).error.data.code).toBe(
      'PASSKEY_REQUIRED',
    );
    const other = await makeAccount(database.db);
    const { data } = await client.graphql(`{ getEmailFromID(id: "${other.id}") }`, {}, bearer);
    expect(data).toEqual({ getEmailFromID: other.email });
    expect((await client.get('/api/session', bearer)).json()).toMatchObject({ user: { id: staff.id } });
  });
});
