import { formatDateInWords } from '../../../lib/dates.ts';
import { formatCents } from '../../../lib/money.ts';
import type { Deps } from '../../../platform/deps.ts';
import { findRefundState } from '../../payments/payment.service.ts';
import { findBillOfCharge, readReturns } from '../../payments/stripe-refund.service.ts';
import { listSaleCharges, type StripeSale } from '../../payments/stripe-sale.service.ts';
import { findSubscriptionByProvider } from '../../payments/subscriptions/subscription.service.ts';
import { isOpen, type Purchase } from '../purchase/purchase.schema.ts';
import type { Adoption } from './adopt-subscription.service.ts';
import type { CorrectableCase } from './correct-books.service.ts';
import type { UnfulfilledPurchase } from './fulfill-purchase.service.ts';
import type { PurchaseCase } from './purchase-case.service.ts';
import { findPromoHold } from './purchase-file.repository.ts';
import type { PlannedRefund } from './refund-case.service.ts';
import type { SettleableCase } from './repair-purchase.service.ts';

/** Describes what settling a purchase would do now. */
export async function describeSettlement(deps: Deps, { purchase, sales }: SettleableCase): Promise<string[]> {
  const effects = [
    ...(isOpen(purchase) ? [describeOutcome(sales)] : []),
    ...(await Promise.all(sales.map((sale) => describeSync(deps, sale)))).flat(),
    ...(isOpen(purchase) ? [] : await describeHold(deps, purchase)),
  ];
  return effects.length > 0 ? effects : ['Nothing. Stripe and our records agree on this purchase.'];
}

export async function describeFailure(deps: Deps, { purchase, sales }: PurchaseCase): Promise<string[]> {
  return [
    ...sales.map((sale) => `${sale.id} will be canceled at Stripe (it is now ${sale.status}).`),
    ...(purchase && isOpen(purchase)
      ? ['The purchase fails, any promo code is released, and nothing more will be charged.']
      : []),
    ...(purchase && !isOpen(purchase) ? await describeHold(deps, purchase) : []),
  ];
}

export function describeRefund(deps: Deps, refund: PlannedRefund): string[] {
  const leftCents = refund.remainingCents - refund.amountCents;
  return [
    `${formatCents(refund.amountCents)} of ${refund.charge.id} goes back to the buyer’s card. ${leftCents > 0 ? `${formatCents(leftCents)} stays with us.` : 'The charge is then fully refunded.'}`,
    describeEnd(deps, refund),
    ...(refund.purchaseCase.purchase?.referrerId
      ? ['The commission on this payment is reduced accordingly.']
      : []),
  ];
}

export function describeAdoption({ order, sale }: Adoption): string[] {
  const [line] = order.quote.lines;
  return [
    `A purchase and a membership are created for ${sale.id}: ${line?.description}.`,
    order.accountId
      ? `The membership belongs to the account of ${order.email}, which gets the receipt.`
      : `${order.email} gets the receipt, with a link to claim the membership.`,
  ];
}

export function describeFulfillment({ purchase, period }: UnfulfilledPurchase): string[] {
  return [
    `What was bought is created again from the cart, until ${formatDateInWords(period.periodEnd)}. A card gets a new number.`,
    `${purchase.email} gets the receipt again.`,
  ];
}

export function describeCorrections({ corrections }: CorrectableCase): string[] {
  const effects = corrections.flatMap(({ billId, charge, recordedCents, differences }) => [
    ...(charge.amountCents === recordedCents
      ? []
      : [
          `The payment of ${billId} changes from ${formatCents(recordedCents)} to ${formatCents(charge.amountCents)}, with a correcting entry.`,
        ]),
    ...differences.map(
      ({ id: source, cashCents, feeCents }) =>
        `A correcting entry for ${source}: ${formatCents(cashCents)} cash, ${formatCents(feeCents)} fees.`,
    ),
  ]);
  return effects.length > 0 ? effects : ['Nothing. Our amounts match Stripe’s.'];
}

function describeOutcome(sales: readonly StripeSale[]): string {
  const isPaid = sales.some(({ status }) => ['active', 'trialing', 'succeeded'].includes(status));
  if (isPaid) return 'The purchase is marked as paid, what was bought is created, and the receipt is sent.';
  const states = sales.map(({ id, status }) => `${id} is ${status}`).join(', ');
  return `The purchase follows Stripe, where ${states}.`;
}

/** Describes the differences between Stripe and our database that syncing would remove. */
async function describeSync(deps: Deps, sale: StripeSale): Promise<string[]> {
  const effects: string[] = [];
  for (const charge of await listSaleCharges(deps, sale)) {
    const bill = charge.status === 'succeeded' ? await findBillOfCharge(deps, charge.id) : undefined;
    if (!bill) continue;
    const payment = await findRefundState(deps.db, bill.id);
    if (!payment) {
      effects.push(`The charge ${charge.id} of ${formatCents(charge.amountCents)} is recorded.`);
      continue;
    }
    const { returnedCents } = await readReturns(deps, bill);
    if (returnedCents !== payment.refundedCents) {
      effects.push(`${formatCents(returnedCents)} of ${charge.id} is recorded as returned.`);
    }
  }
  const storedSubscription =
    sale.type === 'subscription' ? await findSubscriptionByProvider(deps.db, sale.id) : undefined;
  if (storedSubscription && storedSubscription.endedAt === null && sale.status === 'canceled') {
    effects.push(`${sale.id} was canceled at Stripe, so the membership ends here too.`);
  }
  return effects;
}

async function describeHold({ db }: Deps, { id, status }: Purchase): Promise<string[]> {
  const hold = await findPromoHold(db, id);
  if (hold?.status !== 'held') return [];
  return [
    status === 'paid'
      ? `The use of the promo code ${hold.code} becomes final.`
      : `The promo code ${hold.code} can be used again.`,
  ];
}

function describeEnd(
  { kinds }: Deps,
  { purchaseCase: { purchase }, sale, endsPlan, keepsMembership }: PlannedRefund,
): string {
  if (keepsMembership) return 'The membership stays.';
  if (!endsPlan) return 'Nothing else changes.';
  if (!purchase) return `We have no purchase for it, so ${sale.id} is canceled at Stripe.`;
  if (sale.type === 'payment') return kinds[purchase.kind].refundEffect ?? 'What was bought stays.';
  return 'This refunds the whole current period. The plan ends right away and doesn’t renew, and the buyer gets an email.';
}
