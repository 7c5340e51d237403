import type { Insertable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { AccountsTable } from '#db/tables/accounts.ts';
import { newId } from '#server/lib/ids.ts';
import type { Deps } from '#server/platform/deps.ts';
import { insertSentMail } from '#server/platform/mails/sent-mail.repository.ts';
import { insertSuppression } from '#server/platform/mails/suppression.repository.ts';
import { recordAudit } from '#server/platform/monitoring/audit.service.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { makeCommission } from '#tests/helpers/factories/commission.ts';
import { makeCompany, makeEmployeeCard } from '#tests/helpers/factories/company.ts';
import { makeMessage, makeSubscriber } from '#tests/helpers/factories/content.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makeOwnedBusiness } from '#tests/helpers/factories/owned-business.ts';
import { makePasskey } from '#tests/helpers/factories/passkey.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import {
  makeBusiness as makeListedBusiness,
  makePhoto,
  makePromotion,
} from '#tests/helpers/factories/store.ts';
import { makePayment, makeSubscription } from '#tests/helpers/factories/subscription.ts';
import { makeW9 } from '#tests/helpers/factories/tax-form.ts';

export const PASSWORD = 'a long password';
const DAY_MS = 86_400_000;

/** Matches any row that still names the person. */
export const TRACES = /zyxwyn|quillon|555-0177/i;

const NAME = { firstname: 'Zyxwyn', lastname: 'Zyxwyn', latinName: 'Zyxwyn' };
const PHONE = '303-555-0177';
const ADDRESS = {
  street1: '77 Quillon Way',
  street2: null,
  city: 'Quillon',
  state: 'CO',
  zip: '80202',
  country: 'US',
};

const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
const ENDED = { status: 'canceled', periodEnd: ago(5), canceledAt: ago(20), endedAt: ago(5) } as const;

/**
 * Creates an account that has a row in every table with personal data. Its plans have ended, and its
 * commissions have been paid out.
 */
export async function makeFullAccount(
  { db, cipher }: Pick<Deps, 'db' | 'cipher'>,
  overrides: Partial<Insertable<AccountsTable>> = {},
): Promise<TestAccount> {
  const account = await makeAccount(db, {
    ...NAME,
    email: `zyxwyn-${newId()}@example.com`,
    pendingEmail: 'zyxwyn.new@example.com',
    referenceCode: `ZYXWYN${newId().slice(-6)}`,
    password: PASSWORD,
    ...overrides,
  });
  await makePasskey(db, { accountId: account.id, name: 'Zyxwyn’s laptop' });
  await makeMemberships(db, account);
  await makeBusiness(db, account);
  await makeAffiliate(db, account);
  await makeW9(db, cipher, { accountId: account.id, w9: { legalNameOfBusiness: 'Zyxwyn LLC' } });
  await makeMails(db, account);
  return account;
}

async function makeMemberships(db: Db, { id, email }: TestAccount): Promise<void> {
  const { code } = await makePromoCode(db);
  const purchase = await makePurchase(db, {
    accountId: id,
    email,
    cart: { ...NAME, ...ADDRESS, phone: PHONE, email, members: [{ name: 'Zyxwyn Junior' }] },
  });
  const hold = { purchaseId: purchase.id, code, buyerKey: purchase.buyerKey, heldAt: ago(40) };
  await db
    .insertInto('promoHolds')
    .values({ ...hold, status: 'consumed' })
    .execute();
  await makePayment(db, { purchaseId: purchase.id });
  const agreement = { contractType: 'MEMBER', contractVersion: 1, ip: '198.51.100.7', agreedAt: ago(40) };
  await db
    .insertInto('agreements')
    .values({ ...agreement, id: newId(), accountId: id, purchaseId: purchase.id })
    .execute();
  const subscription = await makeSubscription(db, { accountId: id, purchaseId: purchase.id, ...ENDED });
  const membership = await makeMembership(db, {
    ...NAME,
    accountId: id,
    subscriptionId: subscription.id,
    spouseFirstname: 'Zyxwyn',
    spouseLastname: 'Zyxwyn',
    spouseLatinName: 'Zyxwyn',
    familyLatinNames: ['Zyxwyn Junior'],
    familyMembers: ['Zyxwyn Junior'],
  });
  const upgrade = await makePurchase(db, { accountId: id, email, kind: 'family-upgrade' });
  await db
    .insertInto('planUpgrades')
    .values({
      purchaseId: upgrade.id,
      subscriptionId: subscription.id,
      previousPlanId: membership.planId,
      previousQuote: null,
    })
    .execute();
  await db
    .insertInto('importedMemberships')
    .values({
      membershipId: membership.id,
      key: newId(),
      externalId: `zyxwyn-${newId()}`,
      externalNumber: 'ZYXWYN-7',
      rowDigest: 'digest',
      startedOn: '2024-02-01',
      importedAt: ago(40),
    })
    .execute();
  await makePhone(db, membership.id);
  await db
    .insertInto('physicalCardRequests')
    .values({
      ...ADDRESS,
      id: newId(),
      membershipId: membership.id,
      recipient: 'Zyxwyn Zyxwyn',
      email,
      requestedAt: ago(30),
    })
    .execute();
  const company = await makeCompany(db, {
    ...ADDRESS,
    accountId: id,
    name: 'Zyxwyn Tools',
    email,
    phone: PHONE,
    subscription: ENDED,
  });
  await makeEmployeeCard(db, company, { ...NAME, email: 'zyxwyn.employee@example.com' });
}

async function makePhone(db: Db, membershipId: string): Promise<void> {
  const deviceId = newId();
  await db
    .insertInto('walletPasses')
    .values({ membershipId, version: '1', changedAt: ago(9) })
    .execute();
  await db.insertInto('walletDevices').values({ id: deviceId, pushToken: 'secret-push-token' }).execute();
  await db
    .insertInto('walletRegistrations')
    .values({ deviceId, membershipId, tag: 0, registeredAt: ago(9) })
    .execute();
}

async function makeBusiness(db: Db, { id }: TestAccount): Promise<void> {
  const businessId = await makeOwnedBusiness(db, {
    accountId: id,
    businessname: 'Zyxwyn Bakery',
    url: 'https://zyxwyn.example',
    phone: PHONE,
    address: ADDRESS,
  });
  await makePromotion(db, { businessId, info: '<p>Zyxwyn bread</p>' });
  await makePhoto(db, { businessId, alt: 'Zyxwyn at the oven' });
  await db
    .insertInto('favorites')
    .values({ accountId: id, businessId: (await makeListedBusiness(db)).id, createdAt: ago(3) })
    .execute();
  const presentation = { presentationContactName: 'Zyxwyn', presentationContactEmail: 'zyxwyn@example.com' };
  const programs = {
    loyalty: true,
    socialMedia: null,
    presentation: { ...presentation, presentationTime: null, presentationFuture: 'yes' },
  };
  const { id: subscriptionId, purchaseId } = await makeSubscription(db, { accountId: id, ...ENDED });
  await db
    .insertInto('businessPlans')
    .values({
      id: newId(),
      accountId: id,
      kind: 'subscription',
      planId: 8,
      purchaseId,
      subscriptionId,
      businessId,
      programs: JSON.stringify(programs),
      startedAt: ago(40),
      endedAt: ago(5),
      listedUntil: new Date(Date.now() + 300 * DAY_MS),
    })
    .execute();
}

/** Enters a bank account, and sends a payout to it. */
async function makeBankTransfer(
  db: Db,
  { accountId, batchId, payoutId }: { accountId: string; batchId: string; payoutId: string },
): Promise<void> {
  const payoutAccountId = newId();
  await db
    .insertInto('payoutAccounts')
    .values({
      accountId,
      id: payoutAccountId,
      routingNumber: '021000021',
      kind: 'checking',
      holderName: 'Zyxwyn Q',
      encryptedNumber: 'v1.test.secret-account-number',
      last4: '6789',
      createdAt: ago(40),
      usableFrom: ago(40),
    })
    .execute();
  const bankFileId = newId();
  const file = { id: bankFileId, batchId, number: 1, encryptedContent: 'v1.test.secret-bank-file' };
  await db
    .insertInto('bankFiles')
    .values({ ...file, paymentCount: 1, totalCents: 999, createdBy: accountId, createdAt: ago(29) })
    .execute();
  await db
    .insertInto('bankFilePayments')
    .values({ bankFileId, payoutId, payoutAccountId, last4: '6789' })
    .execute();
}

let batchCount = 0;

async function makeAffiliate(db: Db, { id, email }: TestAccount): Promise<void> {
  await db
    .insertInto('affiliateSignups')
    .values({
      id: newId(),
      accountId: id,
      role: 'influencer',
      referrerId: (await makeAccount(db)).id,
      purchaseId: null,
      form: JSON.stringify({ ...ADDRESS, phone: PHONE, birthday: '01/31/1990' }),
      donates: false,
      signature: 'iVBORw0KGgo=',
      signedAt: ago(100),
      ip: '198.51.100.7',
      completedAt: ago(100),
    })
    .execute();
  await db.insertInto('referralVisits').values({ affiliateId: id, day: '2026-11-20', visits: 3 }).execute();
  const commission = await makeCommission(db, { affiliateId: id, createdAt: ago(90) });
  const [batchId, payoutId] = [newId(), newId()];
  await db
    .insertInto('payoutBatches')
    .values({ id: batchId, month: `${2100 + batchCount++}-01`, createdAt: ago(30) })
    .execute();
  await db
    .insertInto('payouts')
    .values({ id: payoutId, batchId, affiliateId: id, amountCents: commission.amountCents })
    .execute();
  await db.insertInto('payoutLines').values({ commissionId: commission.id, payoutId }).execute();
  await makeBankTransfer(db, { accountId: id, batchId, payoutId });
  const link = { name: 'spring', createdAt: ago(20) };
  await db
    .insertInto('referralLinks')
    .values({ accountId: id, ...link })
    .execute();
  const linkVisits = { affiliateId: id, link: link.name, day: '2026-11-20', visits: 2 };
  await db.insertInto('referralLinkVisits').values(linkVisits).execute();
  const code = {
    id: newId(),
    code: newId().toUpperCase(),
    selection: 'SELECTED_SURVEY',
    selectedAt: ago(50),
  } as const;
  await db
    .insertInto('webinarCodes')
    .values({ ...code, survey: JSON.stringify({ name: 'Zyxwyn', email, phone: PHONE }), accountId: null })
    .execute();
  await db
    .insertInto('webinarRewards')
    .values({
      id: newId(),
      webinarCodeId: code.id,
      kind: 'lunch',
      amount: '$5',
      recipient: 'Zyxwyn',
      email,
      detail: 'Quillon Grill',
      owedAt: ago(50),
      sentAt: ago(40),
    })
    .execute();
}

async function makeMails(db: Db, { id, email }: TestAccount): Promise<void> {
  await makeMessage(db, { name: 'Zyxwyn', email });
  await makeSubscriber(db, email);
  await insertSuppression(db, { email, reason: 'no-shipping-notices', suppressedAt: ago(1) });
  await insertSentMail(db, { jobId: newId(), sentAt: ago(2), subject: 'Hello Zyxwyn', accountId: id });
  await recordAudit(db, { action: 'account.set-type', subject: `account:${id}`, at: ago(3) });
}
