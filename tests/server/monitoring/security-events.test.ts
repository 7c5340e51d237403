import { expect, test } from 'vitest';
import { createResetToken } from '#server/domains/accounts/password-reset.service.ts';
import { createStaffToken } from '#server/domains/accounts/sessions/staff-token.service.ts';
import { claimLink } from '#server/domains/memberships/claim.service.ts';
import { testApp } from '#tests/helpers/app.ts';
import { Authenticator } from '#tests/helpers/authenticator.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';

const database = testDb();
// The clock stands still, so that no rate-limit window ends between two calls.
const at = new Date();
const server = testApp(database, { now: () => at });
const PASSWORD = 'brown horse walking';

interface EventLine {
  event: string;
  requestId: string;
  accountId?: string;
  reason?: string;
  path?: string;
}

function readEvents(): EventLine[] {
  const lines = server.log.readAll().split('\n');
  return lines
    .filter((line) => line.endsWith(' security event'))
    .map((line) => JSON.parse(line.slice(0, -' security event'.length)));
}

async function readCount(labels: string): Promise<number> {
  const { body } = await server.app.inject('/metrics');
  const line = body.split('\n').find((text) => text.startsWith(`security_events_total{${labels}}`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

/** Calls a procedure over HTTP, as the given account or as a visitor. */
async function post(account: TestAccount | null, procedure: string, input: unknown) {
  const visitor = await (await server.visitor(account)).fetchCsrfToken();
  return visitor.post(`/trpc/${procedure}`, input);
}

test.each([
  [
    'login',
    { event: 'signed-in' },
    async (member: TestAccount) => post(null, 'accounts.login', { email: member.email, password: PASSWORD }),
  ],
  [
    'failed login',
    { event: 'sign-in-failed' },
    async (member: TestAccount) => post(null, 'accounts.login', { email: member.email, password: 'guess' }),
  ],
  [
    'failed login of an older client',
    { event: 'sign-in-failed' },
    async ({ email }: TestAccount) =>
      (await server.visitor()).post('/api/identity/signIn', { email, password: 'guess' }),
  ],
  [
    'password reset request',
    { event: 'password-reset-requested' },
    async ({ id }: TestAccount) => post(null, 'accounts.passwordReset.request', { id }),
  ],
  [
    'password reset',
    { event: 'password-reset' },
    async (member: TestAccount) => {
      const token = await createResetToken(server.deps, member);
      return post(null, 'accounts.passwordReset.complete', {
        token,
        password: 'another horse',
        confirm: 'another horse',
      });
    },
  ],
  [
    'claim',
    { event: 'membership-claimed' },
    async (member: TestAccount) => {
      const { id } = await makeMembership(database.db, { accountId: null });
      const token = new URLSearchParams((await claimLink(server.deps, id)).split('#')[1]).get('token');
      return post(member, 'claims.claim', { token });
    },
  ],
])('a %s is logged with request and account, and counted', async (_title, expected, act) => {
  const member = await makeAccount(database.db, { password: PASSWORD });
  const labels = `event="${expected.event}",reason=""`;
  const countBefore = await readCount(labels);
  const response = await act(member);
  const events = readEvents().filter(({ accountId }) => accountId === member.id);
  expect(events).toMatchObject([{ ...expected, requestId: response.headers['x-request-id'] }]);
  expect(await readCount(labels)).toBe(countBefore + 1);
});

test('a login with a staff token is logged differently from one with a password', async () => {
  const staff = await makeAccount(database.db, { accountType: 10 });
  const { token } = await createStaffToken(server.deps, staff);
  await post(null, 'accounts.staffLogin', { token });
  expect(readEvents().at(-1)).toMatchObject({
    event: 'signed-in',
    reason: 'staff-token',
    accountId: staff.id,
  });
});

test('a passkey is logged when it is used, and when it is refused', async () => {
  const staff = await makeAccount(database.db, { accountType: 10 });
  const { token } = await createStaffToken(server.deps, staff);
  const visitor = await server.visitor();
  await visitor.trpc('mutation', 'accounts.staffLogin', { token });
  await visitor.fetchCsrfToken();
  const call = (name: string, input?: unknown) =>
    visitor.trpc('mutation', `accounts.passkeys.${name}`, input);
  const authenticator = new Authenticator();
  const added = authenticator.create((await call('prepareAdding')).data);
  await call('add', { name: 'Laptop', ...added });
  const answer = authenticator.use((await call('prepareUse')).data);
  for (const event of [{ event: 'passkey-used' }, { event: 'refused', reason: 'PASSKEY_REFUSED' }]) {
    await call('use', answer);
    expect(readEvents().at(-1)).toMatchObject({ ...event, accountId: staff.id });
  }
});

test('a request from another site is logged even though no procedure ran', async () => {
  const visitor = await server.visitor(await makeAccount(database.db));
  const response = await visitor.post('/trpc/accounts.logout', {});
  expect(readEvents().at(-1)).toMatchObject({
    event: 'refused',
    reason: 'CSRF',
    requestId: response.headers['x-request-id'],
  });
});

test('a call above a limit is logged with its procedure', async () => {
  const member = await makeAccount(database.db);
  for (let calls = 0; calls <= 10; calls++) await post(member, 'accounts.passwordReset.request', {});
  expect(readEvents().at(-1)).toMatchObject({
    event: 'refused',
    reason: 'TOO_MANY_REQUESTS',
    path: 'accounts.passwordReset.request',
    accountId: member.id,
  });
});

test('no event contains an email address or a password', async () => {
  const { email } = await makeAccount(database.db, { password: PASSWORD });
  await post(null, 'accounts.login', { email, password: PASSWORD });
  await post(null, 'accounts.login', { email, password: 'guess' });
  const lines = JSON.stringify(readEvents());
  expect(lines).not.toContain(email);
  expect(lines).not.toMatch(/guess|brown horse/);
});
