import { beforeEach, describe, expect, test } from 'vitest';
import {
  issueApplePass,
  refreshPass,
  refreshWalletPasses,
} from '#server/domains/memberships/wallet/wallet-pass.service.ts';
import { pushWalletPass } from '#server/domains/memberships/wallet/wallet-push.service.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { createRecordingPush } from '#server/platform/integrations/apple-wallet/recording-push.ts';
import { createRecordingPassApi } from '#server/platform/integrations/google-wallet/recording-pass-api.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makeSubscription } from '#tests/helpers/factories/subscription.ts';
import { testAppleWallet, testGoogleWallet } from '#tests/helpers/fakes/wallets.ts';
import { readPass } from './wallet-documents.ts';

const database = testDb();
const START = new Date('2026-11-21T12:00:00.250Z');
const END = new Date('2026-12-05T19:00:00Z');
let now = START;
const push = createRecordingPush();
const google = createRecordingPassApi();
const PUBLIC_URL = 'https://cards.example.com';
const app = testApp(database, () => ({
  now: () => now,
  limits: NO_LIMITS,
  appleWallet: testAppleWallet(push),
  googleWallet: testGoogleWallet(PUBLIC_URL, google),
  settings: { PUBLIC_URL },
}));

let account: TestAccount;
beforeEach(async () => {
  now = START;
  account = await makeAccount(database.db);
});

const makeOwnMembership = (changes: Parameters<typeof makeMembership>[1] = {}) =>
  makeMembership(database.db, {
    accountId: account.id,
    ...changes,
    subscription: { periodEnd: END, ...changes.subscription },
  });
const issuePass = async (number: string, who = account) =>
  readPass((await issueApplePass(app.deps, who.id, number)).bytes);
const findPushes = (membershipId: string) =>
  app.jobs.of('push-wallet-pass').filter((job) => JSON.stringify(job).includes(membershipId)).length;

describe('an Apple pass', () => {
  test('has number, plan, holder, expiry, and a code that leads to the verification page', async () => {
    const { id, number } = await makeOwnMembership();
    expect(await issuePass(number)).toMatchObject({
      formatVersion: 1,
      serialNumber: id,
      webServiceURL: 'https://cards.example.com/api/passkit',
      authenticationToken: expect.stringMatching(/^[\w-]{43}$/),
      expirationDate: END.toISOString(),
      voided: false,
      barcodes: [
        {
          format: 'PKBarcodeFormatQR',
          message: `https://cards.example.com/verify/card/${number}`,
          altText: formatMembershipNumber(number),
        },
      ],
      storeCard: {
        headerFields: [{ value: 'Individual' }],
        primaryFields: [{ label: 'ID', value: formatMembershipNumber(number) }],
        secondaryFields: [{ value: 'Maria Gomez' }],
        auxiliaryFields: [{ label: 'EXPIRES', value: '12/05/26' }, { value: 'Active' }],
      },
    });
  });

  test('has the family’s names on its back', async () => {
    const family = {
      planId: 1,
      spouseFirstname: 'Noah',
      spouseLastname: 'Park',
      familyMembers: ['Mia Park'],
    };
    const { number } = await makeOwnMembership(family);
    const { backFields } = (await issuePass(number)).storeCard;
    expect(backFields[0]).toMatchObject({
      label: 'Names on Card',
      value: 'Maria Gomez\nNoah Park\nMia Park',
    });
  });

  test('has its own token, which is the same every time', async () => {
    const [one, other] = [await makeOwnMembership(), await makeOwnMembership()];
    const tokens = await Promise.all(
      [one, one, other].map(async ({ number }) => (await issuePass(number)).authenticationToken),
    );
    expect(tokens[0]).toBe(tokens[1]);
    expect(tokens[0]).not.toBe(tokens[2]);
  });
});

const VOID = [
  ['past due', { status: 'past_due' }],
  ['unpaid', { status: 'unpaid' }],
  ['ended', { periodEnd: START }],
  ['closed', { status: 'canceled', endedAt: START }],
] as const;

describe('a wallet pass', () => {
  test.each(VOID)('is refused for a membership that is %s', async (_, subscription) => {
    const { number } = await makeOwnMembership({ subscription });
    await expect(issuePass(number)).rejects.toMatchObject({ code: 'PASS_VOID', status: 403 });
    await expect(app.caller(account).memberships.googlePass({ number })).rejects.toThrow(
      'The membership is invalid. For more info, please contact us.',
    );
  });

  test('is refused for a replaced card and for a company’s own plan', async () => {
    for (const changes of [{ endedAt: START }, { planId: 5 }]) {
      const { number } = await makeOwnMembership(changes);
      await expect(issuePass(number)).rejects.toMatchObject({ code: 'PASS_VOID' });
      await expect(app.caller(account).memberships.googlePass({ number })).rejects.toThrow('invalid');
    }
  });

  test('is given to its owner only, and not for a guest’s, unknown, or malformed number', async () => {
    const { number } = await makeOwnMembership();
    const another = await makeAccount(database.db);
    const guestMembership = await makeMembership(database.db);
    const requests = [
      [another, number],
      [account, guestMembership.number],
      [account, '0123456789AB'],
      [account, 'nonsense'],
      [account, ''],
    ] as const;
    for (const [who, typed] of requests) {
      await expect(issuePass(typed, who)).rejects.toMatchObject({
        code: 'MEMBERSHIP_NOT_FOUND',
        status: 404,
      });
      const byGoogle = app.caller(who).memberships.googlePass({ number: typed });
      await expect(byGoogle).rejects.toThrow('No Membership Found');
    }
    await expect(app.caller(null).memberships.googlePass({ number })).rejects.toThrow('Login to continue');
    await expect(app.caller(null).memberships.wallets()).rejects.toThrow('Login to continue');
  });

  test('[D30] is given to an employee whose company pays, but not to the company', async () => {
    const company = await makeAccount(database.db);
    const { id: subscriptionId } = await makeSubscription(database.db, {
      accountId: company.id,
      periodEnd: END,
    });
    const { number } = await makeOwnMembership({ planId: 3, subscriptionId });
    expect(await issuePass(number)).toMatchObject({ voided: false });
    await expect(issuePass(number, company)).rejects.toMatchObject({ code: 'MEMBERSHIP_NOT_FOUND' });
  });

  test('comes with a warning that phones reject passes signed with self-made keys', async () => {
    const setup = { appleInstallable: false, googleInstallable: false };
    expect(await app.caller(account).memberships.wallets()).toEqual(setup);
  });
});

/** Refreshes a changed pass. Returns its content and the number of jobs that notify its holders. */
async function refreshChangedPass(membershipId: string) {
  const before = findPushes(membershipId);
  await refreshWalletPasses(app.deps);
  const pushes = findPushes(membershipId) - before;
  const { facts, changedAt } = await refreshPass(app.deps, membershipId);
  return { pushes, voided: facts.voided, status: facts.status, expires: facts.expires, changedAt };
}

describe('a saved pass', () => {
  const setSubscription = (id: string, change: object) =>
    database.db.updateTable('subscriptions').set(change).where('id', '=', id).execute();

  test.each([
    ['renewed', { periodEnd: new Date('2027-01-05T19:00:00Z') }, { voided: false, expires: '01/05/27' }],
    ['past due', { status: 'past_due' }, { voided: true, status: 'Past due' }],
    ['unpaid', { status: 'unpaid' }, { voided: true, status: 'Unpaid' }],
    ['closed', { status: 'canceled', endedAt: START }, { voided: true, status: 'Canceled' }],
  ])('is updated when its membership is %s', async (_, change, expected) => {
    const { id, number, subscriptionId } = await makeOwnMembership();
    await issuePass(number);
    const otherMembership = await makeOwnMembership();
    await issuePass(otherMembership.number);
    expect(await refreshChangedPass(id)).toMatchObject({ pushes: 0, voided: false });
    await setSubscription(subscriptionId, change);
    expect(await refreshChangedPass(id)).toMatchObject({ pushes: 1, ...expected });
    expect(await refreshChangedPass(id)).toMatchObject({ pushes: 0, ...expected });
    expect(findPushes(otherMembership.id)).toBe(0);
  });

  test('is valid again after a payment', async () => {
    const { id, number, subscriptionId } = await makeOwnMembership();
    await issuePass(number);
    await setSubscription(subscriptionId, { status: 'past_due' });
    expect(await refreshChangedPass(id)).toMatchObject({ pushes: 1, voided: true });
    await setSubscription(subscriptionId, { status: 'active' });
    expect(await refreshChangedPass(id)).toMatchObject({ pushes: 1, voided: false, status: 'Active' });
  });

  test('is voided for a replaced card, and shows a new name', async () => {
    const { id, number } = await makeOwnMembership();
    await issuePass(number);
    await database.db.updateTable('memberships').set({ firstname: 'Mary' }).where('id', '=', id).execute();
    expect(await refreshChangedPass(id)).toMatchObject({ pushes: 1, voided: false });
    await database.db.updateTable('memberships').set({ endedAt: START }).where('id', '=', id).execute();
    expect(await refreshChangedPass(id)).toMatchObject({ pushes: 1, voided: true, status: 'Canceled' });
  });

  test('is voided when its period ends, without any other change', async () => {
    const { id, number } = await makeOwnMembership();
    await issuePass(number);
    now = new Date(END.getTime() - 1);
    expect(await refreshChangedPass(id)).toMatchObject({ pushes: 0, voided: false });
    now = END;
    expect(await refreshChangedPass(id)).toMatchObject({ pushes: 1, voided: true, status: 'Expired' });
    expect(await refreshChangedPass(id)).toMatchObject({ pushes: 0, voided: true });
  });

  test('stays valid after a cancellation until the period ends', async () => {
    const { id, number, subscriptionId } = await makeOwnMembership();
    await issuePass(number);
    await setSubscription(subscriptionId, { canceledAt: START });
    expect(await refreshChangedPass(id)).toMatchObject({ pushes: 0, voided: false });
  });

  test('gets two different dates for two changes within a second', async () => {
    const { id, number, subscriptionId } = await makeOwnMembership();
    await issuePass(number);
    const dates: number[] = [];
    for (const status of ['past_due', 'active', 'unpaid']) {
      await setSubscription(subscriptionId, { status });
      dates.push((await refreshChangedPass(id)).changedAt.getTime());
    }
    expect(dates).toEqual([...new Set(dates)].toSorted());
    expect(dates.every((date) => date % 1000 === 0)).toBe(true);
  });

  test('is updated for all cards of a company', async () => {
    const first = await makeOwnMembership({ planId: 3 });
    const others = await Promise.all(
      Array.from({ length: 5 }, () => makeOwnMembership({ planId: 3, subscriptionId: first.subscriptionId })),
    );
    for (const { number } of [first, ...others]) await issuePass(number);
    await setSubscription(first.subscriptionId, { status: 'past_due' });
    await refreshWalletPasses(app.deps);
    for (const { id } of [first, ...others]) expect(findPushes(id)).toBe(1);
  });
});

describe('an update at Google', () => {
  test('is sent for a pass that was saved there, with its state, and for no other pass', async () => {
    const { id, number, subscriptionId } = await makeOwnMembership();
    await issuePass(number);
    await pushWalletPass(app.deps, id);
    expect(google.updates.filter((update) => update.id.endsWith(id))).toEqual([]);

    await app.caller(account).memberships.googlePass({ number });
    const states = [
      [{ status: 'past_due' }, 'INACTIVE'],
      [{ status: 'active' }, 'ACTIVE'],
      [{ endedAt: START, status: 'canceled' }, 'EXPIRED'],
    ] as const;
    for (const [change, state] of states) {
      await database.db.updateTable('subscriptions').set(change).where('id', '=', subscriptionId).execute();
      expect(await refreshChangedPass(id)).toMatchObject({ pushes: 1 });
      await pushWalletPass(app.deps, id);
      expect(google.updates.at(-1)).toMatchObject({ state, accountId: formatMembershipNumber(number) });
    }
  });
});
