import { beforeEach, expect, test } from 'vitest';
import { getEmailKey } from '#server/domains/accounts/account.service.ts';
import { AppError } from '#server/lib/errors.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { employee, makeCompanyWithCards } from '#tests/helpers/purchases/company.ts';
import { buyChangeable, FAMILY } from '#tests/helpers/purchases/plan-change.ts';

const PASSWORD = 'a long password';
const SENTENCE = 'Too many requests. Please wait a moment and try again.';

let isUsedUp: (name: string, key: string) => boolean;
const limits = {
  ...NO_LIMITS,
  takeKey: async (name: string, key: string) => {
    if (isUsedUp(name, key)) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 });
  },
};
const useUpNotices = () => {
  isUsedUp = (name) => name === 'repeatedNotice';
};
const database = seededTestDb();
const server = testApp(database, { limits });
let now = new Date();
const checkout = testCheckout(database, { limits, now: () => now });

beforeEach(async () => {
  isUsedUp = () => false;
  now = await checkout().sandbox.control.now();
});

const countMails = () => server.jobs.of('mail').length + server.jobs.of('verify-email').length;

test('a password that was changed often isn’t changed, and nobody is emailed', async () => {
  const account = await makeAccount(database.db, { password: PASSWORD });
  useUpNotices();
  const before = countMails();
  const password = 'another long password';
  const change = { currentPassword: PASSWORD, password, confirm: password };
  await expect(server.caller(account).accounts.profile.changePassword(change)).rejects.toThrow(SENTENCE);
  expect(countMails()).toBe(before);
});

test('an address that was registered and deleted often gets no email', async () => {
  const account = await makeAccount(database.db, { password: PASSWORD });
  useUpNotices();
  const before = countMails();
  const person = { firstname: 'Ann', lastname: 'Lee', email: 'stranger@example.com', zip: '80202' };
  await server.caller(null).accounts.register({ ...person, password: PASSWORD });
  await server.caller(account).personalData.deleteAccount({ currentPassword: PASSWORD });
  expect(countMails()).toBe(before);
});

test('a plan that was changed often isn’t resumed or scheduled, but can be canceled', async () => {
  const member = await buyChangeable(checkout(), { plan: 1, ...FAMILY });
  const { number } = member;
  const { memberships } = member.caller;
  useUpNotices();
  await expect(member.downgrade()).rejects.toThrow(SENTENCE);
  expect(await member.find()).toMatchObject({ planChange: { scheduledFor: null } });
  await memberships.cancel({ number });
  await expect(memberships.resume({ number })).rejects.toThrow(SENTENCE);
  expect(await member.find()).toMatchObject({ canceled: true });
});

test('a company can’t email an employee again and again', async () => {
  const employees = [0, 1, 2, 3, 4, 5].map((n) => employee(n, { email: `employee-${n}@notices.example` }));
  const { caller } = await makeCompanyWithCards(database.db, checkout(), { employees });
  const [card] = (await caller.corporate.cards({})).cards;
  const membershipId = card?.id ?? '';
  useUpNotices();
  await caller.corporate.removeCard({ membershipId });
  await expect(caller.corporate.keepCard({ membershipId })).rejects.toThrow(SENTENCE);
  const replacement = employee(9, { email: 'stranger@notices.example' });
  await expect(caller.corporate.replace({ membershipId, employee: replacement })).rejects.toThrow(SENTENCE);
});

test('several accounts that want one address send it no more links than one', async () => {
  const [email, other] = ['wanted@example.com', 'other@example.com'];
  const account = await makeAccount(database.db, { password: PASSWORD });
  const { profile, emailVerification } = server.caller(account).accounts;
  await profile.changeEmail({ email, currentPassword: PASSWORD });
  isUsedUp = (_name, key) => key === getEmailKey(email);
  const before = countMails();
  await expect(emailVerification.resend()).rejects.toThrow(SENTENCE);
  expect(countMails()).toBe(before);
  await profile.changeEmail({ email: other, currentPassword: PASSWORD });
  await emailVerification.resend();
});
