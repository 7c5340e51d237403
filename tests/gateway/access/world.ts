import { randomUUID } from 'node:crypto';
import { createVerificationToken } from '#server/domains/accounts/email-verification.service.ts';
import { createResetToken } from '#server/domains/accounts/password-reset.service.ts';
import { ensureHouseAccount } from '#server/domains/accounts/provided-account.service.ts';
import { issueIdToken } from '#server/domains/accounts/sessions/session.service.ts';
import { createStaffToken } from '#server/domains/accounts/sessions/staff-token.service.ts';
import { createReplaceCardLink } from '#server/domains/billing/bill-link.ts';
import { printCards } from '#server/domains/memberships/physical-card/card-shipment.service.ts';
import { issueApplePass } from '#server/domains/memberships/wallet/wallet-pass.service.ts';
import { changeLogo } from '#server/domains/stores/owner/logo.service.ts';
import { createWebinarCodes } from '#server/domains/webinar/code.service.ts';
import { NO_AUTHOR } from '#server/platform/monitoring/audit.service.ts';
import { TOKEN_SECONDS } from '#server/platform/security/token-lifetimes.ts';
import type { TestApp } from '#tests/helpers/app.ts';
import { withoutTriggers } from '#tests/helpers/database/without-triggers.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCommission } from '#tests/helpers/factories/commission.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makeOwnedBusiness } from '#tests/helpers/factories/owned-business.ts';
import { makePasskey } from '#tests/helpers/factories/passkey.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { makePromotion, makeStore } from '#tests/helpers/factories/store.ts';
import { makeUpload } from '#tests/helpers/factories/upload.ts';
import { makePng } from '#tests/helpers/pictures.ts';
import { affiliateSignup } from '#tests/helpers/purchases/affiliate.ts';
import { businessPlanPurchase } from '#tests/helpers/purchases/business-plan.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { setPrintedCards } from '#tests/helpers/purchases/physical-card.ts';
import { readPass } from '#tests/server/memberships/wallet/wallet-documents.ts';
import { type AffiliateWorld, makeAffiliateWorld } from './affiliate-world.ts';
import { type CompanyWorld, makeCompanyWorld } from './company-world.ts';
import { makePageWorld, type PageWorld } from './page-world.ts';

/** The table's columns. Both `visitor` and `another`, a basic account, request the owner's rows. */
export const ROLES = ['visitor', '0', '1', '2', '3', '10', '42', 'another'] as const;
export type Role = (typeof ROLES)[number];

/** The rows that a call requests. */
export interface Rows {
  account: TestAccount;
  membershipNumber: string;
  purchaseId: string;
  receiptYear: number | undefined;
}

export interface Actor {
  role: Role;
  /** Null for a visitor. */
  account: TestAccount | null;
  /** The actor's own rows. `visitor` and `another` have no rows, so they request the owner's. */
  rows: Rows;
}

export interface World {
  actors: Record<Role, Actor>;
  affiliate: TestAccount;
  newEmail(): string;
  password: string;
  idToken(): Promise<string>;
  staffToken(): Promise<string>;
  resetToken(): Promise<string>;
  keepEmailToken(): Promise<string>;
  /** Returns the token in the link that verifies a new account's address. */
  verificationToken(): Promise<string>;
  /** Returns the token in a newsletter's unsubscribe link. */
  newsletterToken(): Promise<string>;
  /** Returns the token in the email that asks a buyer to complete a purchase after the bank's check. */
  completionToken(): Promise<string>;
  /** Returns the completion token for this account's business plan purchase. */
  planCompletionToken(accountId: string): Promise<string>;
  /** Buys another membership of the plan for the account, and returns its number. */
  boughtMembership(account: TestAccount, plan: 0 | 1): Promise<string>;
  /** Deletes the account's business plans, so that it can buy one. */
  withoutPlans(accountId: string): Promise<void>;
  withPlan(actor: Actor, plan?: number): Promise<void>;
  /** Returns the completion token for a membership that this account bought with a sign-up. */
  signupCompletionToken(accountId: string): Promise<string>;
  affiliates: AffiliateWorld;
  /** Returns the key in a guest's receipt email, which allows reading and canceling the membership. */
  guestKey(): Promise<string>;
  /** Saves a card for the purchase's customer. Returns the id of the setup, whose metadata has this owner. */
  cardSetup(purchaseId: string, owner: string): Promise<string>;
  /** Returns the token of a guest's bill link, and the setup of a card that was saved with the link. */
  linkedBill(): Promise<{ token: string; setupId: string }>;
  /** Returns the token in a claim link, which allows claiming the unclaimed membership. */
  claimToken(): Promise<string>;
  /** A store with a promotion for members only. */
  membersStoreId: string;
  /** Creates a business for the account, and allows changing its promotions immediately. */
  withBusiness(account: TestAccount): Promise<void>;
  company: CompanyWorld;
  page: PageWorld;
  /** Replaces the membership's card requests with one that was sent, or removes them. */
  withPrintedCards(membershipNumber: string, cards: 'none' | 'sent'): Promise<void>;
  /** Creates a commission for the account, with a reason that contains its id. */
  withCommission(account: TestAccount): Promise<void>;
  /** Prints a physical card of the owner’s membership, and returns the id of the print run. */
  printRun(rows: Rows): Promise<string>;
  /** Returns the owner's wallet pass and its authentication token. */
  walletPass(rows: Rows): Promise<{ passTypeId: string; serialNumber: string; token: string }>;
  /** Returns the path of an uploaded logo. */
  logo(): Promise<string>;
  /** Gives the account two passkeys, and returns the id of one. */
  withPasskeys(accountId: string): Promise<string>;
  /** Returns the id of a file of members that the account uploaded. */
  upload(accountId: string): Promise<string>;
  /** Returns an unredeemed webinar code. */
  webinarCode(): Promise<string>;
  /** Returns the token of a form that was opened a minute ago, because faster submissions look automated. */
  formToken(): Promise<string>;
  signedEvent(): { payload: string; headers: Record<string, string> };
}

export const businessNameOf = ({ id }: { id: string }) => `Bakery ${id}`;

/** Returns the reason of the account's commission. */
export const earnedBy = ({ id }: { id: string }) => `Earned by ${id}`;

const PASSWORD = 'a long password';
const NO_PROGRAMS = { loyalty: false, socialMedia: null, presentation: null };

async function makeOwnRows(server: TestApp, account: TestAccount): Promise<Rows> {
  const caller = server.caller(account);
  const { purchaseId } = await caller.checkout.buyCard(makeCardPurchase());
  const [membership] = await caller.memberships.mine();
  if (!membership) throw new Error('The purchase created no membership');
  const [receiptYear] = await caller.billing.statementYears();
  return { account, purchaseId, receiptYear, membershipNumber: membership.number };
}

async function makeActors(server: TestApp): Promise<World['actors']> {
  const { db } = server.deps;
  const owner = await makeOwnRows(server, await makeAccount(db, { password: PASSWORD }));
  const makeActor = async (role: Role, accountType: number): Promise<Actor> => {
    const account = await makeAccount(db, { accountType, password: PASSWORD });
    return { role, account, rows: await makeOwnRows(server, account) };
  };
  return {
    visitor: { role: 'visitor', account: null, rows: owner },
    '0': await makeActor('0', 0),
    '1': await makeActor('1', 1),
    '2': await makeActor('2', 2),
    '3': await makeActor('3', 3),
    '10': await makeActor('10', 10),
    '42': await makeActor('42', 42),
    another: { role: 'another', account: await makeAccount(db), rows: owner },
  };
}

/**
 * Creates the actors, and the other data that the entry points need.
 */
export async function makeWorld(server: TestApp): Promise<World> {
  const { deps } = server;
  await ensureHouseAccount(deps.db);
  const affiliate = await makeAccount(deps.db, { firstname: 'Edna', accountType: 3, referenceCode: 'EDNA' });
  const staff = await makeAccount(deps.db, { accountType: 10 });
  const { purchaseId: guestPurchaseId } = await server.caller().checkout.buyCard(makeCardPurchase());
  const membersStore = await makeStore(deps.db, {
    business: { name: 'Members First', isMembersOnly: true },
  });
  await makePromotion(deps.db, {
    businessId: membersStore.businessId,
    info: '<p>For members alone</p>',
    headline: 'For members alone',
  });
  const failedPurchase = await makePurchase(deps.db, { status: 'failed' });
  const cardSetup = async (purchaseId: string, owner: string) => {
    const { providerCustomerId } = await deps.db
      .selectFrom('purchases')
      .select('providerCustomerId')
      .where('id', '=', purchaseId)
      .executeTakeFirstOrThrow();
    const { id } = await deps.stripe.setupIntents.create({
      customer: String(providerCustomerId),
      payment_method: 'pm_card_visa',
      confirm: true,
      metadata: { owner },
    });
    return id;
  };
  return {
    actors: await makeActors(server),
    affiliate,
    membersStoreId: membersStore.id,
    newEmail: () => `new-${randomUUID()}@example.com`,
    password: PASSWORD,
    idToken: async () => (await issueIdToken(deps, affiliate)).idToken,
    staffToken: async () => (await createStaffToken(deps, staff)).token,
    resetToken: async () => createResetToken(deps, await makeAccount(deps.db)),
    keepEmailToken: async () =>
      deps.signer.signAccess('keep-email', await makeAccount(deps.db), { seconds: 60 }),
    verificationToken: async () =>
      createVerificationToken(deps, await makeAccount(deps.db, { emailVerifiedAt: null })),
    newsletterToken: () => deps.signer.sign('newsletter', 'reader@example.com', { seconds: 60 }),
    completionToken: () => deps.signer.sign('complete-payment', failedPurchase.id, { seconds: 60 }),
    planCompletionToken: async (accountId) => {
      const { id } = await makePurchase(deps.db, {
        kind: 'business-plan',
        status: 'failed',
        accountId,
        cart: { ...businessPlanPurchase(), programs: NO_PROGRAMS },
      });
      return deps.signer.sign('complete-payment', id, { seconds: 60 });
    },
    signupCompletionToken: async (accountId) => {
      const { reference, birthday, phone } = affiliateSignup({ reference: affiliate.id });
      const cart = { reference, birthday, phone, signupId: randomUUID(), role: 'friend' };
      const { id } = await makePurchase(deps.db, {
        kind: 'affiliate-signup',
        status: 'failed',
        accountId,
        cart,
      });
      return deps.signer.sign('complete-payment', id, { seconds: 60 });
    },
    boughtMembership: async (account, plan) => {
      const caller = server.caller(account);
      await caller.checkout.buyCard(makeCardPurchase({ plan, buyAnother: true }));
      const [newest] = await caller.memberships.mine();
      return newest?.number ?? '';
    },
    affiliates: makeAffiliateWorld(server),
    withoutPlans: async (accountId) => {
      await withoutTriggers(deps.db, (trx) =>
        trx.deleteFrom('businessPlans').where('accountId', '=', accountId).execute(),
      );
    },
    withPlan: async ({ account }, plan = 8) => {
      if (!account) return;
      await withoutTriggers(deps.db, (trx) =>
        trx.deleteFrom('businessPlans').where('accountId', '=', account.id).execute(),
      );
      await server.caller(account).businessPlans.purchase(businessPlanPurchase({ plan }));
    },
    guestKey: () => deps.signer.sign('cancel-membership', guestPurchaseId, { seconds: 60 }),
    cardSetup,
    linkedBill: async () => {
      const { id } = await deps.db
        .selectFrom('subscriptions')
        .select('id')
        .where('purchaseId', '=', guestPurchaseId)
        .executeTakeFirstOrThrow();
      const link = new URL(String(await createReplaceCardLink(deps, id)));
      const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
      return { token, setupId: await cardSetup(guestPurchaseId, `subscription:${id}`) };
    },
    claimToken: async () => {
      const { id } = await makeMembership(deps.db);
      return deps.signer.sign('claim-membership', id, { seconds: 60 });
    },
    withBusiness: async (account) => {
      await makeOwnedBusiness(deps.db, { accountId: account.id, businessname: businessNameOf(account) });
      const { db } = deps;
      await db.updateTable('businesses').set({ promotionsChangedAt: null }).execute();
    },
    company: makeCompanyWorld(server),
    page: makePageWorld(server),
    withPrintedCards: (number, cards) => setPrintedCards(deps.db, number, cards === 'sent'),
    printRun: async ({ membershipNumber }) => {
      await setPrintedCards(deps.db, membershipNumber, true);
      const { id } = await deps.db
        .updateTable('physicalCardRequests')
        .from('memberships')
        .set({ sentAt: null })
        .whereRef('memberships.id', '=', 'membershipId')
        .where('memberships.number', '=', membershipNumber)
        .returning('physicalCardRequests.id')
        .executeTakeFirstOrThrow();
      return printCards(deps, [id], NO_AUTHOR);
    },
    withCommission: async (account) => {
      await makeCommission(deps.db, { affiliateId: account.id, reason: earnedBy(account) });
    },
    walletPass: async ({ account, membershipNumber }) => {
      const { bytes } = await issueApplePass(deps, account.id, membershipNumber);
      const { serialNumber, authenticationToken: token } = readPass(bytes);
      return { passTypeId: deps.appleWallet.passTypeId, serialNumber, token };
    },
    logo: async () => {
      await makeOwnedBusiness(deps.db, { accountId: affiliate.id });
      return (await changeLogo(deps, affiliate.id, makePng(16, 16))).logo;
    },
    withPasskeys: async (accountId) => {
      await makePasskey(deps.db, { accountId });
      return makePasskey(deps.db, { accountId });
    },
    upload: (accountId) => makeUpload(deps, accountId),
    webinarCode: async () => (await createWebinarCodes(deps, 1, NO_AUTHOR)).join(),
    formToken: () => deps.signer.sign('form', 'form', { seconds: TOKEN_SECONDS.form - 60 }),
    signedEvent: () => {
      const event = { id: `evt_${randomUUID()}`, object: 'event', type: 'customer.created' };
      const data = { object: { id: 'cus_1', object: 'customer' } };
      const payload = JSON.stringify({ ...event, created: Math.floor(Date.now() / 1000), data });
      const secret = deps.webhookSecret;
      const signature = deps.stripe.webhooks.generateTestHeaderString({ payload, secret });
      return { payload, headers: { 'content-type': 'application/json', 'stripe-signature': signature } };
    },
  };
}
