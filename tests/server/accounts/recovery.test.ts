import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createVerificationToken } from '#server/domains/accounts/email-verification.service.ts';
import { resetPasskeys } from '#server/domains/accounts/passkeys/passkey.service.ts';
import { createResetToken } from '#server/domains/accounts/password-reset.service.ts';
import { issueIdToken } from '#server/domains/accounts/sessions/session.service.ts';
import { createStaffToken } from '#server/domains/accounts/sessions/staff-token.service.ts';
import { endAllSessions } from '#server/domains/accounts/staff-account.service.ts';
import { isPassToken } from '#server/domains/memberships/wallet/wallet-pass-content.ts';
import {
  type AccessPurpose,
  CREDENTIAL_RULES,
  KEY_RULES,
  type KeptPurpose,
  type KeyPurpose,
  TOKEN_RULES,
} from '#server/platform/security/recovery-rules.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { Authenticator } from '#tests/helpers/authenticator.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';

const PASSWORD = 'a long password';
const NEW = { password: 'another long password', confirm: 'another long password' };
const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });

const makeOwner = () => makeAccount(database.db, { accountType: 10, password: PASSWORD });
const isAccepted = (call: Promise<unknown>) =>
  call.then(
    () => true,
    () => false,
  );
const isLoggedIn = async (visitor: Visitor) => (await visitor.trpc('query', 'viewer.user')).data !== null;
const signIn = async (account: TestAccount) => (await app.visitor(account)).fetchCsrfToken();

async function logInWithIdToken(idToken: string, bearer: boolean) {
  const visitor = await (await app.visitor()).fetchCsrfToken();
  const body = { idToken, bearer, csrfToken: visitor.cookies.get('csrfToken') };
  return visitor.post('/api/sessionLogin', body);
}

async function enterStaffToken(account: TestAccount): Promise<Visitor> {
  const visitor = await app.visitor();
  const { token } = await createStaffToken(app.deps, account);
  await visitor.trpc('mutation', 'accounts.staffLogin', { token });
  return visitor.fetchCsrfToken();
}

const callPasskeys = (visitor: Visitor, name: string, input?: unknown) =>
  visitor.trpc('mutation', `accounts.passkeys.${name}`, input);

/** Returns a function that finishes adding a passkey, and one that then finishes using it. */
async function prepareAdding(visitor: Visitor, authenticator = new Authenticator()) {
  const { challenge } = (await callPasskeys(visitor, 'prepareAdding')).data;
  const passkey = { name: 'Laptop', ...authenticator.create({ challenge }) };
  return async () => (await callPasskeys(visitor, 'add', passkey)).error === undefined;
}

async function prepareUse(visitor: Visitor, authenticator: Authenticator) {
  const { challenge } = (await callPasskeys(visitor, 'prepareUse')).data;
  return async () =>
    (await callPasskeys(visitor, 'use', authenticator.use({ challenge }))).error === undefined;
}

async function enroll(account: TestAccount): Promise<Authenticator> {
  const authenticator = new Authenticator();
  await (await prepareAdding(await enterStaffToken(account), authenticator))();
  return authenticator;
}

type Credential = keyof typeof CREDENTIAL_RULES;
type EndedCredential = {
  [Name in Credential]: (typeof CREDENTIAL_RULES)[Name]['recovery'] extends 'ends' ? Name : never;
}[Credential];

/** Prepares something that gives access to the account. Returns a function that tries to use it. */
type Prepare = (account: TestAccount) => Promise<() => Promise<boolean>>;

const ENDED: Record<AccessPurpose | EndedCredential, Prepare> = {
  'id-token': async (account) => {
    const { idToken } = await issueIdToken(app.deps, account);
    return async () => (await logInWithIdToken(idToken, false)).statusCode === 200;
  },
  'password-reset': async (account) => {
    const token = await createResetToken(app.deps, account);
    return () => isAccepted(app.caller().accounts.passwordReset.complete({ token, ...NEW }));
  },
  'verify-email': async (account) => {
    const token = await createVerificationToken(app.deps, account);
    return () => isAccepted(app.caller().accounts.emailVerification.complete({ token }));
  },
  'keep-email': async (account) => {
    const token = await app.deps.signer.signAccess('keep-email', account, { seconds: 60 });
    return () => isAccepted(app.caller().accounts.emailVerification.keepEmail({ token }));
  },
  'add-passkey': async (account) => prepareAdding(await enterStaffToken(account)),
  'use-passkey': async (account) => {
    const authenticator = await enroll(account);
    return prepareUse(await signIn(account), authenticator);
  },
  'cookie-session': async (account) => {
    const visitor = await app.visitor(account);
    return () => isLoggedIn(visitor);
  },
  'bearer-session': async (account) => {
    const { idToken } = await issueIdToken(app.deps, account);
    const { sessionId } = (await logInWithIdToken(idToken, true)).json();
    const headers = { authorization: `Bearer ${sessionId}` };
    return async () => (await (await app.visitor()).get('/api/session', { headers })).json().user !== null;
  },
  'staff-token-session': async (account) => {
    const visitor = await enterStaffToken(account);
    return () => isLoggedIn(visitor);
  },
  'staff-token': async (account) => {
    const { token } = await createStaffToken(app.deps, account);
    return () => isAccepted(app.caller().accounts.staffLogin({ token }));
  },
};

const keepsToken = (purpose: KeptPurpose) => async () => {
  const token = await app.deps.signer.sign(purpose, 'subject', { seconds: 60 });
  return async () => (await app.deps.signer.verify(purpose, token)) !== null;
};

const KEPT: Record<KeptPurpose | KeyPurpose | Exclude<Credential, EndedCredential>, Prepare> = {
  receipt: keepsToken('receipt'),
  'cancel-membership': keepsToken('cancel-membership'),
  'claim-membership': keepsToken('claim-membership'),
  'request-card': keepsToken('request-card'),
  'complete-payment': keepsToken('complete-payment'),
  bill: keepsToken('bill'),
  newsletter: keepsToken('newsletter'),
  'renewal-receipts': keepsToken('renewal-receipts'),
  form: keepsToken('form'),
  'live-card': async ({ id }) => {
    const [key] = app.deps.signer.deriveKeys('live-card', id);
    return async () => app.deps.signer.deriveKeys('live-card', id)[0].equals(key);
  },
  'buyer-cookie': async () => {
    const visitor = await app.visitor();
    const openPayment = () => visitor.trpc('query', 'checkout.paymentSetup');
    await openPayment();
    const cookie = visitor.cookies.get('buyer');
    return async () => {
      await openPayment();
      return cookie !== undefined && visitor.cookies.get('buyer') === cookie;
    };
  },
  'browser-cookie': async (account) => {
    const visitor = await app.visitor();
    const logIn = ({ email }: TestAccount) =>
      visitor.post('/trpc/accounts.login', { email, password: PASSWORD });
    await logIn(account);
    return async () => {
      visitor.cookies.delete('session');
      await logIn(await makeOwner());
      return decodeURIComponent(visitor.cookies.get('browser') ?? '').includes(account.id);
    };
  },
  'wallet-pass': async ({ id }) => {
    const token = createHmac('sha256', app.deps.identitySecrets[0]).update(`wallet-pass:${id}`);
    return async () => isPassToken(app.deps, id, token.digest('base64url'));
  },
};

const RECOVERIES: Record<string, (account: TestAccount) => Promise<unknown>> = {
  'a password reset': async (account) =>
    app
      .caller()
      .accounts.passwordReset.complete({ token: await createResetToken(app.deps, account), ...NEW }),
  'a changed password': (account) =>
    app.caller(account).accounts.profile.changePassword({ currentPassword: PASSWORD, ...NEW }),
  'a changed email': async (account) => {
    const email = `new.${account.email}`;
    await app.caller(account).accounts.profile.changeEmail({ email, currentPassword: PASSWORD });
    const token = await createVerificationToken(app.deps, { ...account, email });
    await app.caller().accounts.emailVerification.complete({ token });
  },
  'logging out everywhere': (account) => app.caller(account).accounts.profile.endOtherSessions(),
  'ending the sessions by staff': ({ id }) =>
    endAllSessions(app.deps, id, { actorId: id, reason: 'Lost laptop' }),
  'removing the passkeys by staff': ({ id }) =>
    resetPasskeys(app.deps, id, { staffId: null, reason: 'Lost laptop' }),
  'withdrawing a change of email by its link': async (account) => {
    const token = await app.deps.signer.signAccess('keep-email', account, { seconds: 60 });
    await app.caller().accounts.emailVerification.keepEmail({ token });
  },
  'deleting the account': (account) =>
    app.caller(account).personalData.deleteAccount({ currentPassword: PASSWORD }),
};

/** Prepares everything in the table for one account, recovers it, and returns what still works. */
async function findWorking(
  kinds: Record<string, Prepare>,
  account: TestAccount,
  recover: (account: TestAccount) => Promise<unknown>,
): Promise<string[]> {
  const attempts: Array<[string, () => Promise<boolean>]> = [];
  for (const [kind, prepare] of Object.entries(kinds)) attempts.push([kind, await prepare(account)]);
  await recover(account);
  const working: string[] = [];
  for (const [kind, tryToUse] of attempts) if (await tryToUse()) working.push(kind);
  return working;
}

const listKinds = (recovery: 'ends' | 'keeps') =>
  Object.entries({ ...TOKEN_RULES, ...KEY_RULES, ...CREDENTIAL_RULES })
    .filter(([, rule]) => rule.recovery === recovery)
    .map(([kind]) => kind)
    .toSorted();

describe('[D75] the tables of this test', () => {
  test('list every kind of token and session', () => {
    expect(Object.keys(ENDED).toSorted()).toEqual(listKinds('ends'));
    expect(Object.keys(KEPT).toSorted()).toEqual(listKinds('keeps'));
  });

  test.each(Object.entries(ENDED))('prepare a working %s', async (_, prepare) => {
    const tryToUse = await prepare(await makeOwner());
    expect(await tryToUse()).toBe(true);
  });
});

describe.each(Object.entries(RECOVERIES))('[D75] %s', (_, recover) => {
  test('ends everything that could give access', async () => {
    expect(await findWorking(ENDED, await makeOwner(), recover)).toEqual([]);
  });

  test('keeps the links of documents and duties', async () => {
    const working = await findWorking(KEPT, await makeOwner(), recover);
    expect(working.toSorted()).toEqual(listKinds('keeps'));
  });
});

describe('[D75] the session that recovers the account', () => {
  const RECOVERIES_IN_SESSION: Record<string, (account: TestAccount) => Promise<[string, unknown]>> = {
    'changes the password': async () => ['profile.changePassword', { currentPassword: PASSWORD, ...NEW }],
    'logs out everywhere else': async () => ['profile.endOtherSessions', undefined],
    'opens the link that changes the email': async (account) => {
      const email = `new.${account.email}`;
      await app.caller(account).accounts.profile.changeEmail({ email, currentPassword: PASSWORD });
      return [
        'emailVerification.complete',
        { token: await createVerificationToken(app.deps, { ...account, email }) },
      ];
    },
    'opens the link that keeps the email': async (account) => [
      'emailVerification.keepEmail',
      { token: await app.deps.signer.signAccess('keep-email', account, { seconds: 60 }) },
    ],
  };

  test.each(Object.entries(RECOVERIES_IN_SESSION))('%s stays, without its passkey', async (_, prepare) => {
    const account = await makeOwner();
    const authenticator = await enroll(account);
    const [visitor, other] = [await app.staffVisitor(account), await app.staffVisitor(account)];
    const finishUse = await prepareUse(visitor, authenticator);
    const [procedure, input] = await prepare(account);
    expect((await visitor.trpc('mutation', `accounts.${procedure}`, input)).status).toBe(200);
    expect([await isLoggedIn(visitor), await isLoggedIn(other)]).toEqual([true, false]);
    const readStep = async () => (await visitor.trpc('query', 'accounts.passkeys.access')).data.step;
    expect(await finishUse()).toBe(false);
    expect(await readStep()).toBe('use-passkey');
    expect(await (await prepareUse(visitor, authenticator))()).toBe(true);
    expect(await readStep()).toBe('none');
  });
});
