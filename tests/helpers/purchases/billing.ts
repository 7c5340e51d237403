import { randomUUID } from 'node:crypto';
import { beforeEach, expect } from 'vitest';
import { createReplaceCardLink } from '#server/domains/billing/bill-link.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import type { Advance } from '#server/sandbox/http/control-schema.ts';
import { seededTestDb } from '../database/database.ts';
import { makeAccount, type TestAccount } from '../factories/account.ts';
import { makeCardPurchase, testCheckout } from './checkout.ts';
import { PAST_NEXT_RENEWAL } from './renewal.ts';
import { saveCard } from './saved-card.ts';

export const GOOD_CARD = '4242424242424242';
export const DECLINED_WHEN_CHARGED_CARD = '4000000000000341';
export const DECLINED_AFTER_CHECK_CARD = '4000008400001629';
export const AUTHENTICATION_REQUIRED_CARD = '4000002760003184';
/** The price of each subscription below. */
const MONTHLY_CENTS = 4995;

export interface Bought {
  id: string;
  providerId: string;
  customer: string;
  purchaseId: string;
  number: string;
}

/** Returns helpers that buy individual memberships at the Stripe sandbox and make their renewals fail. */
export function testBilling() {
  const database = seededTestDb();
  const clock = { now: new Date() };
  const checkout = testCheckout(database, { now: () => clock.now });
  beforeEach(async () => {
    clock.now = await checkout().sandbox.control.now();
  });

  /** Buys a membership for the account, or as a guest. */
  async function buy(account: TestAccount | null): Promise<Bought> {
    const { purchaseId } = await checkout()
      .caller(account)
      .checkout.buyCard(makeCardPurchase({ buyAnother: true }));
    const { id, number, providerId, providerCustomerId } = await database.db
      .selectFrom('subscriptions')
      .innerJoin('purchases', 'purchases.id', 'subscriptions.purchaseId')
      .innerJoin('memberships', 'memberships.subscriptionId', 'subscriptions.id')
      .select(['subscriptions.id', 'providerId', 'providerCustomerId', 'memberships.number'])
      .where('purchaseId', '=', purchaseId)
      .executeTakeFirstOrThrow();
    return { id, number, purchaseId, providerId: String(providerId), customer: String(providerCustomerId) };
  }

  const sync = ({ providerId }: Bought) => syncSubscription(checkout().deps, providerId);

  async function advanceOneMonth(bought: Bought, by: Advance = PAST_NEXT_RENEWAL): Promise<void> {
    clock.now = await checkout().sandbox.control.advance(by);
    await sync(bought);
  }

  return {
    database,
    clock,
    checkout,
    buy,
    advanceOneMonth,
    billing: (account: TestAccount | null = null) => checkout().caller(account).billing,
    /** Creates an account and buys it a membership whose first renewal is declined. */
    async buyOverdue() {
      await checkout().sandbox.control.settings({ retryDays: [3, 5, 30], afterRetries: 'past_due' });
      const account = await makeAccount(database.db);
      const bought = await buy(account);
      await checkout().sandbox.control.changeCard(bought.customer, DECLINED_WHEN_CHARGED_CARD);
      // Stop when the charge fails, so that `clock.now` is the time of the failure.
      await advanceOneMonth(bought, { months: 1 });
      return { account, bought };
    },
    /** Saves a card as the account's browser does, and returns the ids of the SetupIntents. */
    async saveFor(account: TestAccount, number = GOOD_CARD): Promise<string[]> {
      const setups = await checkout().caller(account).billing.startCardChange({ key: randomUUID() });
      for (const setup of setups) await saveCard(checkout().sandbox.url, setup, number);
      return setups.map(({ id }) => id);
    },
    billOf: (...bought: Bought[]) => ({
      subscriptionIds: bought.map(({ id }) => id),
      totalCents: MONTHLY_CENTS * bought.length,
    }),
    chargesOf: ({ purchaseId }: Bought) => checkout().listCharges(purchaseId),
    stateOf: async ({ number }: Bought) =>
      (await checkout().caller().verification.find({ number }))?.updatedStatus,
    /** The last four digits of the card that Stripe charges. */
    async cardAtStripe({ providerId }: Bought): Promise<string | undefined> {
      const expand = ['default_payment_method'];
      const { default_payment_method: method } = await checkout().deps.stripe.subscriptions.retrieve(
        providerId,
        { expand },
      );
      return typeof method === 'object' ? method?.card?.last4 : undefined;
    },
    async linkToken({ id }: Bought): Promise<string> {
      const link = new URL(String(await createReplaceCardLink(checkout().deps, id)));
      expect(link.pathname).toBe('/bill');
      return new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
    },
  };
}
