import type { Db, Trx } from '#db/client.ts';
import { getNextChargeCents, priceOneTime } from '../../../catalog/price.shared.ts';
import type { Quote } from '../../../catalog/quote.schema.ts';
import { calculateProration, prorate } from '../../../catalog/seat-price.shared.ts';
import type { AccountContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import {
  findMembershipOfSubscription,
  requireOwnMembership,
  type StoredMembership,
} from '../../../memberships/membership.service.ts';
import { requirePlanChange } from '../../../memberships/plan-change.service.ts';
import { findSavedCard } from '../../../payments/stripe-saved-card.service.ts';
import { lockSubscriptionPlan } from '../../../payments/subscription-plan.service.ts';
import { type PricedPlans, pricePlans } from '../../plan-change/plan-price.service.ts';
import { abandonUnconfirmedPurchases } from '../../purchase/abandon-purchase.service.ts';
import { isRetriable } from '../../purchase/create-purchase.service.ts';
import { findOpenPurchases } from '../../purchase/open-purchases.repository.ts';
import { findPurchaseByKey } from '../../purchase/purchase.repository.ts';
import type { PurchaseResult } from '../../purchase/purchase.schema.ts';
import { requireShownPrice } from '../../purchase/shown-price.ts';
import { submitPurchase } from '../../purchase/submit-purchase.service.ts';
import { type UpgradeInput, type UpgradeOffer, upgradeCart } from './family-upgrade.schema.ts';

/**
 * Prices the change to the family plan for the rest of the paid period. Throws PLAN_UNCHANGEABLE if the
 * membership's plan can't be changed to it.
 */
export async function offerUpgrade(
  deps: Pick<Deps, 'db' | 'now' | 'stripe'>,
  membership: StoredMembership,
): Promise<UpgradeOffer> {
  requireIndividual(membership, deps.now());
  const priced = await pricePlans(deps.db, membership);
  const card = membership.providerId ? await findSavedCard(deps, membership.providerId) : undefined;
  return {
    ...calculateProration(priced.plan, deps.now()),
    quote: priceUpgrade(priced, deps.now()),
    card: card ? { brand: card.cardBrand, last4: card.cardLast4 } : null,
  };
}

function requireIndividual(membership: StoredMembership, now: Date): void {
  if (membership.isFamily) {
    throw new AppError('PLAN_UNCHANGEABLE', { message: 'This is a family membership already.' });
  }
  requirePlanChange(membership, now);
}

/**
 * Returns a quote for what the family plan would have cost more in this period, for the days that are left,
 * rounded half up (D44). Its recurring price is the family plan's.
 */
export function priceUpgrade(
  { plan, otherPlan, currentQuote, otherQuote, paymentCount }: PricedPlans,
  now: Date,
): Quote {
  const proration = calculateProration(plan, now);
  const paidPeriods = Math.max(0, paymentCount - 1);
  const extraCents =
    getNextChargeCents(otherQuote, paidPeriods) - getNextChargeCents(currentQuote, paidPeriods);
  const line = {
    planId: otherPlan.id,
    description: `${otherPlan.orderSummaryName} (${proration.days} of ${proration.periodDays} days)`,
    quantity: 1,
    unitCents: prorate(Math.max(0, extraCents), proration),
    commissionable: true,
  };
  return {
    ...priceOneTime([line]),
    interval: otherQuote.interval,
    recurringCents: otherQuote.recurringCents,
    discountedRecurringCents: getNextChargeCents(otherQuote, paymentCount),
  };
}

/** Changes an individual membership to the family plan, and charges the card that pays for its renewals. */
export async function buyUpgrade(ctx: AccountContext, input: UpgradeInput): Promise<PurchaseResult> {
  const { deps, account } = ctx;
  const membership = await requireOwnMembership(deps.db, account.id, input.number);
  const { id: membershipId, providerId, subscriptionId, number, firstname, lastname } = membership;
  const cart = upgradeCart.parse({
    ...input,
    membershipId,
    subscriptionId,
    number,
    firstname,
    lastname,
    periodEnd: membership.paidUntil.toISOString(),
  });
  return submitPurchase(ctx, {
    kind: 'family-upgrade',
    cart,
    token: 'none',
    email: account.email,
    idempotencyKey: input.idempotencyKey,
    prepare: async ({ buyer, idempotencyKey }) => {
      requireIndividual(membership, deps.now());
      const priced = await pricePlans(deps.db, membership);
      const card = providerId ? await findSavedCard(deps, providerId) : undefined;
      const shown = { shownTotalCents: input.shownTotalCents, token: card ? 'saved card' : 'none' };
      const quote = requireShownPrice(ctx, priceUpgrade(priced, deps.now()), shown);
      const submission = { buyerKey: buyer.key, idempotencyKey, membershipId, subscriptionId };
      await abandonUnconfirmedPurchases(deps, await findOtherUpgrades(deps.db, submission));
      return {
        quote,
        referrerId: priced.purchase.referrerId,
        agreements: [],
        card: card && {
          providerCustomerId: card.customer,
          paymentMethodId: card.paymentMethodId,
          cardBrand: card.cardBrand,
          cardLast4: card.cardLast4,
        },
        admit: (trx) => requireNoOtherUpgrade(deps, trx, submission),
      };
    },
  });
}

interface OwnSubmission {
  buyerKey: string;
  idempotencyKey: string;
  membershipId: string;
  subscriptionId: string;
}

/**
 * Of two concurrent submissions with different names, the second waits for the subscription's lock and then
 * finds the first one's purchase, or the family membership.
 */
async function requireNoOtherUpgrade(
  { now }: Pick<Deps, 'now'>,
  trx: Trx,
  submission: OwnSubmission,
): Promise<void> {
  await lockSubscriptionPlan(trx, submission.subscriptionId);
  const existing = await findPurchaseByKey(trx, submission.buyerKey, submission.idempotencyKey);
  // Another submission of the same dialog came first. Both get the same result.
  if (existing && !isRetriable(existing)) return;
  const membership = await findMembershipOfSubscription(trx, submission.subscriptionId);
  if (membership) requireIndividual(membership, now());
  if ((await findOtherUpgrades(trx, submission)).length > 0) throw new AppError('PURCHASE_UNDER_WAY');
}

async function findOtherUpgrades(db: Db, { buyerKey, idempotencyKey, membershipId }: OwnSubmission) {
  const openPurchases = await findOpenPurchases(db, 'family-upgrade', membershipId);
  return openPurchases.filter(
    (purchase) => purchase.buyerKey !== buyerKey || purchase.idempotencyKey !== idempotencyKey,
  );
}
