import type { Db, Trx } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import type { AccountContext } from '../../../platform/context.ts';
import { findReferral } from '../../affiliates/referral.service.ts';
import type { AcceptedText } from '../../content/content.service.ts';
import { findSavedCard } from '../../payments/stripe-saved-card.service.ts';
import { lockSubscriptionPlan } from '../../payments/subscriptions/subscription-plan.service.ts';
import { abandonUnconfirmedPurchases } from '../purchase/abandon-purchase.service.ts';
import { isRetriable } from '../purchase/create-purchase.service.ts';
import { findOpenUpgrades } from '../purchase/open-purchases.repository.ts';
import { findPurchaseByKey } from '../purchase/purchase.repository.ts';
import type { PurchaseKindName, PurchaseResult } from '../purchase/purchase.schema.ts';
import { requireShownPrice } from '../purchase/shown-price.ts';
import { submitPurchase } from '../purchase/submit-purchase.service.ts';
import type { UpgradePayment } from './plan-change.schema.ts';
import { type PricedPlans, priceUpgrade } from './plan-change-price.service.ts';

interface UpgradeOrder {
  kind: Extract<PurchaseKindName, 'family-upgrade' | 'business-plan-upgrade'>;
  cart: { subscriptionId: string };
  payment: UpgradePayment;
  agreements?: readonly AcceptedText[];
  /** Throws PLAN_UNCHANGEABLE if the subscription can't be changed to the larger plan. */
  requireUpgradable(db: Db): Promise<void>;
  price(db: Db): Promise<PricedPlans>;
}

/** Changes a subscription to a larger plan, and charges the card that pays for its renewals. */
export async function submitUpgrade(
  ctx: AccountContext,
  { kind, cart, payment, agreements = [], requireUpgradable, price }: UpgradeOrder,
): Promise<PurchaseResult> {
  const { deps, account } = ctx;
  const { subscriptionId } = cart;
  return submitPurchase(ctx, {
    kind,
    cart,
    token: 'none',
    email: account.email,
    idempotencyKey: payment.idempotencyKey,
    prepare: async ({ buyer, idempotencyKey }) => {
      await requireUpgradable(deps.db);
      const pricedPlans = await price(deps.db);
      const { providerId } = pricedPlans.plan;
      const card = providerId ? await findSavedCard(deps, providerId) : undefined;
      const shownTotal = { shownTotalCents: payment.shownTotalCents, token: card ? 'saved card' : 'none' };
      const quote = requireShownPrice(ctx, priceUpgrade(pricedPlans, deps.now()), shownTotal);
      const submission = { kind, buyerKey: buyer.key, idempotencyKey, subscriptionId };
      await abandonUnconfirmedPurchases(deps, await findOtherUpgrades(deps.db, submission));
      return {
        quote,
        ...(await findReferral(ctx, pricedPlans.purchase.referrerId)),
        agreements,
        card: card && {
          providerCustomerId: card.customer,
          paymentMethodId: card.paymentMethodId,
          cardBrand: card.cardBrand,
          cardLast4: card.cardLast4,
          cardFingerprint: card.cardFingerprint,
        },
        admit: (trx) => requireNoOtherUpgrade(trx, submission, requireUpgradable),
      };
    },
  });
}

interface OwnSubmission {
  kind: UpgradeOrder['kind'];
  buyerKey: string;
  idempotencyKey: string;
  subscriptionId: string;
}

/**
 * Throws if the plan can't be upgraded now, or if another purchase of an upgrade is open. Of two concurrent
 * submissions with different carts, the second waits for the subscription's lock and then finds the first
 * one's purchase, or the larger plan.
 */
async function requireNoOtherUpgrade(
  trx: Trx,
  submission: OwnSubmission,
  requireUpgradable: UpgradeOrder['requireUpgradable'],
): Promise<void> {
  await lockSubscriptionPlan(trx, submission.subscriptionId);
  const existingPurchase = await findPurchaseByKey(trx, submission.buyerKey, submission.idempotencyKey);
  // Another submission of the same dialog came first. Both get the same result.
  if (existingPurchase && !isRetriable(existingPurchase)) return;
  await requireUpgradable(trx);
  if ((await findOtherUpgrades(trx, submission)).length > 0) throw new AppError('PURCHASE_UNDER_WAY');
}

async function findOtherUpgrades(db: Db, { kind, buyerKey, idempotencyKey, subscriptionId }: OwnSubmission) {
  const openUpgrades = await findOpenUpgrades(db, kind, subscriptionId);
  return openUpgrades.filter(
    (purchase) => purchase.buyerKey !== buyerKey || purchase.idempotencyKey !== idempotencyKey,
  );
}
