import { inTransaction, type Trx } from '#db/client.ts';
import { AppError } from '../../../../lib/errors.ts';
import type { Deps } from '../../../../platform/deps.ts';
import { changeBusinessPlan } from '../../../business-plans/plan-change.service.ts';
import { changeMembershipPlan } from '../../../memberships/plan-change.service.ts';
import { APPLIED, ignored, type SyncResult } from '../../../payments/events/event-outcome.service.ts';
import { CardDeclined } from '../../../payments/stripe-errors.ts';
import { collectDraft, voidUnpaidInvoices } from '../../../payments/stripe-invoice.service.ts';
import {
  listPaidInvoices,
  listRunningSubscriptions,
  readSubscription,
  type StripeInvoice,
  type StripeSubscription,
  unwindSubscription,
} from '../../../payments/stripe-subscription.service.ts';
import type { StoredSubscription } from '../../../payments/subscriptions/subscription.schema.ts';
import { OVERDUE_MS } from '../../../payments/subscriptions/subscription.schema.ts';
import {
  computeSubscriptionChange,
  findSubscriptionByProvider,
  type SubscriptionChange,
  saveSubscription,
} from '../../../payments/subscriptions/subscription.service.ts';
import {
  applyNextPlan,
  lockSubscriptionPlan,
  type SubscriptionPlan,
} from '../../../payments/subscriptions/subscription-plan.service.ts';
import { applyChargeOutcome } from '../apply-charge-outcome.service.ts';
import { returnCharge } from '../attempt.service.ts';
import { findPurchase } from '../purchase.repository.ts';
import { enqueueEndedUnpaid, enqueueUnpaidNotice, isCheckNeeded } from './bill-mail.service.ts';
import { recordPayments } from './record-payments.service.ts';

/**
 * Applies the subscription's current state at Stripe, so late, repeated, or reordered webhooks do no harm.
 * Settles the purchase if it is still open.
 */
export async function syncSubscription(deps: Deps, providerId: string): Promise<SyncResult> {
  let isRenewalCollected = false;
  for (;;) {
    const storedSubscription = await findSubscriptionByProvider(deps.db, providerId);
    const provider = await readSubscription(deps, providerId);
    if (!provider) return ignored('Stripe does not have the subscription');
    if (!storedSubscription) return settleFromStripe(deps, provider);
    if (provider.unpaidInvoice?.isDraftRenewal && provider.status === 'active' && !isRenewalCollected) {
      await collectDraft(deps, provider.unpaidInvoice.id);
      isRenewalCollected = true;
      continue;
    }
    if (provider.endedAt && provider.unpaidInvoice) await voidUnpaidInvoices(deps, providerId);
    const invoices = await listPaidInvoices(deps, providerId);
    const needsCheck = !storedSubscription.pastDueSince && (await isCheckNeeded(deps, provider));
    const now = deps.now();
    const isSaved = await inTransaction(deps.db, async (trx) => {
      const change = computeSubscriptionChange(storedSubscription, provider, invoices, now);
      // Another process has saved a newer state, so read again.
      if (!(await saveSubscription(trx, storedSubscription, change))) return false;
      const plan = await lockSubscriptionPlan(trx, storedSubscription.id);
      const renewalIds = await recordPayments(deps, trx, storedSubscription.purchaseId, invoices, plan);
      for (const receiptId of renewalIds) {
        await deps.jobs.enqueue(trx, 'later-receipt', { receiptId }, { isBulk: true });
      }
      if (plan) await applyScheduledPlan(trx, plan, invoices);
      await applyEnd(deps, trx, storedSubscription, change);
      await mailAboutBill(deps, trx, { stored: storedSubscription, change, provider, needsCheck });
      return true;
    });
    if (isSaved) return APPLIED;
  }
}

/**
 * Changes the membership or business plan to its scheduled plan, once that plan's first period is paid. A
 * change to the individual plan also removes the family's names from the card.
 */
async function applyScheduledPlan(
  trx: Trx,
  plan: SubscriptionPlan,
  paidInvoices: readonly StripeInvoice[],
): Promise<void> {
  const planId = await applyNextPlan(trx, plan, paidInvoices);
  if (planId === null) return;
  const isBusinessPlan = await changeBusinessPlan(trx, plan.id, planId);
  if (!isBusinessPlan) await changeMembershipPlan(trx, plan.id, planId, null);
}

/** Syncs the running subscriptions of a customer whose card changed. */
export async function syncCustomer(deps: Deps, customerId: string): Promise<SyncResult> {
  const providerIds = await listRunningSubscriptions(deps, customerId);
  for (const providerId of providerIds) await syncSubscription(deps, providerId);
  return providerIds.length > 0 ? APPLIED : ignored('The customer has no running subscription');
}

async function applyEnd(
  deps: Deps,
  trx: Trx,
  storedSubscription: StoredSubscription,
  change: SubscriptionChange,
): Promise<void> {
  const subscription = { ...storedSubscription, ...change };
  if (!subscription.endedAt && !subscription.canceledAt) return;
  const purchase = await findPurchase(trx, subscription.purchaseId);
  if (!purchase) return;
  const kind = deps.kinds[purchase.kind];
  if (subscription.endedAt) await kind.end(deps, trx, purchase, subscription.endedAt);
  await kind.notifyHolders?.(deps, trx, subscription);
}

/** A shorter time than `OVERDUE_MS`, because the clocks of two servers may differ. */
const CERTAINLY_OVERDUE_MS = OVERDUE_MS - 3_600_000;

async function mailAboutBill(
  deps: Deps,
  trx: Trx,
  {
    stored: storedSubscription,
    change: { pastDueSince, endedAt, owedCents },
    provider,
    needsCheck,
  }: {
    stored: StoredSubscription;
    change: SubscriptionChange;
    provider: StripeSubscription;
    needsCheck: boolean;
  },
): Promise<void> {
  if (pastDueSince && !storedSubscription.pastDueSince) {
    const notice = { days: 0, isLast: false, amountCents: owedCents ?? 0, needsCheck };
    await enqueueUnpaidNotice(deps, trx, { ...storedSubscription, pastDueSince }, notice);
  }
  if (!endedAt || !storedSubscription.pastDueSince) return;
  // A subscription that ended while overdue, but not because of that, was canceled by its owner or ended
  // because an earlier period's payment was returned. Both cases have their own emails.
  const openMs = deps.now().getTime() - storedSubscription.pastDueSince.getTime();
  if (!provider.isEndedByStripe && openMs < CERTAINLY_OVERDUE_MS) return;
  await enqueueEndedUnpaid(deps, trx, storedSubscription, {
    amountCents: storedSubscription.owedCents,
    endedAt,
  });
}

/**
 * Settles or fails the purchase of a subscription that we haven't stored. If the attempt has failed, was
 * refunded, or was replaced, cancels and refunds the subscription.
 */
async function settleFromStripe(deps: Deps, provider: StripeSubscription): Promise<SyncResult> {
  const purchase = provider.purchaseId ? await findPurchase(deps.db, provider.purchaseId) : undefined;
  if (!purchase) return ignored('It belongs to no purchase');
  if (provider.attempt !== purchase.attempt || purchase.status === 'refunded') {
    if (provider.status !== 'active') return ignored('It belongs to an attempt that was replaced');
    await returnCharge(deps, purchase.id, provider.id, unwindSubscription);
    return APPLIED;
  }
  if (purchase.status === 'failed' && provider.status !== 'active') {
    // The buyer confirmed just when the attempt was abandoned, so refund the payment.
    if (!provider.latestInvoice?.paidAt) return ignored('The purchase has failed already');
    await returnCharge(deps, purchase.id, provider.id, unwindSubscription);
    return APPLIED;
  }
  try {
    await applyChargeOutcome(deps, { ...purchase, providerSubscriptionId: provider.id });
  } catch (error) {
    const isExpectedError =
      error instanceof CardDeclined || (error instanceof AppError && error.code !== 'UNEXPECTED');
    if (!isExpectedError) throw error;
  }
  return APPLIED;
}
