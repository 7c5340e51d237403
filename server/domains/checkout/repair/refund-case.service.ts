import { formatCents } from '../../../lib/money.ts';
import type { Deps } from '../../../platform/deps.ts';
import { findRefundState } from '../../payments/payment.service.ts';
import { findBillOfCharge, readReturns, refundCharge } from '../../payments/stripe-refund.service.ts';
import { listSaleCharges, type SaleCharge, type StripeSale } from '../../payments/stripe-sale.service.ts';
import { endSubscription } from '../../payments/stripe-subscription.service.ts';
import { findSubscriptionByProvider } from '../../payments/subscriptions/subscription.service.ts';
import { isPlanRefunded } from '../purchase/sync/end-returned-plan.service.ts';
import { findCase, type PurchaseCase } from './purchase-case.service.ts';
import { RepairRefused } from './repair-errors.ts';
import { type Repairer, recordRepair, syncSale } from './repair-purchase.service.ts';

interface RefundOptions {
  /** Null refunds everything that is left. */
  amountCents: number | null;
  /** True if the membership stays active even though its period is refunded (D55). */
  keepsMembership: boolean;
}

export interface PlannedRefund {
  purchaseCase: PurchaseCase;
  sale: StripeSale;
  charge: SaleCharge;
  amountCents: number;
  /** How much of the charge can still be refunded. */
  remainingCents: number;
  keepsMembership: boolean;
  /** True if the refund ends what the charge paid for. */
  endsPlan: boolean;
}

/**
 * Plans to refund the named charge or, if `id` names none, the newest charge that isn't fully refunded. Throws
 * RepairRefused if less than the amount is left.
 */
export async function planRefund(
  deps: Deps,
  id: string,
  { amountCents: requestedCents, keepsMembership }: RefundOptions,
): Promise<PlannedRefund> {
  const purchaseCase = await findCase(deps, id);
  const { sale, charge } = await chooseCharge(deps, purchaseCase);
  const remainingCents = charge.amountCents - charge.refundedCents;
  const amountCents = requestedCents ?? remainingCents;
  if (amountCents > remainingCents)
    throw new RepairRefused(`${charge.id} has less than that left to refund.`);
  const refund = { purchaseCase, sale, charge, amountCents, remainingCents, keepsMembership };
  return { ...refund, endsPlan: !keepsMembership && (await wouldEndPlan(deps, refund)) };
}

async function wouldEndPlan(
  deps: Deps,
  { purchaseCase, sale, charge, amountCents }: Omit<PlannedRefund, 'endsPlan'>,
): Promise<boolean> {
  const { purchase } = purchaseCase;
  if (!purchase) return sale.type === 'subscription';
  const bill = await findBillOfCharge(deps, charge.id);
  const payment = bill && (await findRefundState(deps.db, bill.id));
  if (!payment) return false;
  const { endingRefundCents } = await readReturns(deps, bill);
  const returnsAfterRefund = { endingRefundCents: endingRefundCents + amountCents };
  if (!(await isPlanRefunded(deps, purchase, payment, returnsAfterRefund))) return false;
  if (!bill.subscriptionId) return true;
  const subscription = await findSubscriptionByProvider(deps.db, bill.subscriptionId);
  const isOver = !subscription || (subscription.endedAt !== null && subscription.endedAt <= deps.now());
  // A refund of an earlier period doesn't end the current one.
  return !isOver && payment.periodEnd >= subscription.periodEnd;
}

/**
 * Carries out a refund. If our database has no purchase for the subscription, also cancels the subscription,
 * unless `keepsMembership` is set. Without a purchase, nobody could cancel it later.
 */
export async function refundCase(
  deps: Deps,
  { purchaseCase, sale, charge, amountCents, keepsMembership }: PlannedRefund,
  repairer: Repairer,
): Promise<void> {
  const describeReturned = (cents: number) => `${formatCents(cents)} of ${charge.id} refunded`;
  await recordRepair(deps, 'refund', purchaseCase, repairer, {
    before: describeReturned(charge.refundedCents),
    after: describeReturned(charge.refundedCents + amountCents),
  });
  await refundCharge(deps, charge, { amountCents, keepsMembership });
  if (!purchaseCase.purchase && !keepsMembership && sale.type === 'subscription') {
    await endSubscription(deps, sale.id);
  }
  if (purchaseCase.purchase) await syncSale(deps, sale);
}

/** Matches the id of a charge or of its payment intent. */
const CHARGE_ID_PATTERN = /^(?:ch|py|pi)_/;

async function chooseCharge(
  deps: Deps,
  { id, sales }: PurchaseCase,
): Promise<{ sale: StripeSale; charge: SaleCharge }> {
  const charges: Array<{ sale: StripeSale; charge: SaleCharge }> = [];
  for (const sale of sales) {
    for (const charge of await listSaleCharges(deps, sale)) charges.push({ sale, charge });
  }
  const refundableCharges = charges
    .filter(({ charge }) => charge.status === 'succeeded' && charge.refundedCents < charge.amountCents)
    .toSorted((a, b) => b.charge.createdAt.getTime() - a.charge.createdAt.getTime());
  const matchingCharges = CHARGE_ID_PATTERN.test(id)
    ? refundableCharges.filter(({ charge }) => charge.id === id || charge.paymentId === id)
    : refundableCharges;
  const [chosenCharge] = matchingCharges;
  if (!chosenCharge) throw new RepairRefused(`Stripe has no money left to refund for ${id}.`);
  return chosenCharge;
}
