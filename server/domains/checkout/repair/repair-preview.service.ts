import { formatDateInWords } from '../../../lib/dates.ts';
import { formatCents } from '../../../lib/money.ts';
import type { Deps } from '../../../platform/deps.ts';
import { findRefundState } from '../../payments/payment.service.ts';
import { findBillOfCharge, readReturns } from '../../payments/stripe-refund.service.ts';
import { listSaleCharges, type StripeSale } from '../../payments/stripe-sale.service.ts';
import { findSubscriptionByProvider } from '../../payments/subscriptions/subscription.service.ts';
import { isOpen, type Purchase } from '../purchase/purchase.schema.ts';
import { findAdoption } from './adopt-subscription.service.ts';
import { findCorrections } from './correct-books.service.ts';
import { findUnfulfilledPurchase } from './fulfill-purchase.service.ts';
import { findPromoHold } from './purchase-file.repository.ts';
import { type PlannedRefund, planRefund } from './refund-case.service.ts';
import { findFailableCase, findSettleableCase, type RepairAction } from './repair-purchase.service.ts';

export interface RepairOptions {
  /** Only used by a refund. Null refunds everything that is left. */
  amountCents: number | null;
  keepsMembership: boolean;
  /** Only used by an adoption. These take precedence over Stripe's data. */
  planId?: number | undefined;
  email?: string | undefined;
}

/**
 * Describes the effects that a repair would have now, one sentence each. Throws RepairRefused like the repair
 * itself.
 */
export function previewRepair(
  deps: Deps,
  action: RepairAction,
  id: string,
  options: RepairOptions,
): Promise<string[]> {
  return PREVIEWS[action](deps, id, options);
}

type Preview = (deps: Deps, id: string, options: RepairOptions) => Promise<string[]>;

const PREVIEWS: Record<RepairAction, Preview> = {
  settle: async (deps, id) => {
    const { purchase, sales } = await findSettleableCase(deps, id);
    const effects = [
      ...(isOpen(purchase) ? [describeOutcome(sales)] : []),
      ...(await Promise.all(sales.map((sale) => previewSync(deps, sale)))).flat(),
      ...(isOpen(purchase) ? [] : await previewHold(deps, purchase)),
    ];
    return effects.length > 0 ? effects : ['Nothing. Stripe and our records agree on this purchase.'];
  },
  fail: async (deps, id) => {
    const { purchase, sales } = await findFailableCase(deps, id);
    return [
      ...sales.map((sale) => `${sale.id} will be canceled at Stripe (it is now ${sale.status}).`),
      ...(purchase && isOpen(purchase)
        ? ['The purchase fails, any promo code is released, and nothing more will be charged.']
        : []),
      ...(purchase && !isOpen(purchase) ? await previewHold(deps, purchase) : []),
    ];
  },
  refund: async (deps, id, options) => {
    const { chargeId, amountCents, remainingCents, ...plan } = await planRefund(deps, id, options);
    const leftCents = remainingCents - amountCents;
    return [
      `${formatCents(amountCents)} of ${chargeId} goes back to the buyer’s card. ${leftCents > 0 ? `${formatCents(leftCents)} stays with us.` : 'The charge is then fully refunded.'}`,
      describeEnd(deps, plan, options),
      ...(plan.purchase?.referrerId ? ['The commission on this payment is reduced accordingly.'] : []),
    ];
  },
  adopt: async (deps, id, options) => {
    const { order, sale } = await findAdoption(deps, id, options);
    const [line] = order.quote.lines;
    return [
      `A purchase and a membership are created for ${sale.id}: ${line?.description}.`,
      order.accountId
        ? `The membership belongs to the account of ${order.email}, which gets the receipt.`
        : `${order.email} gets the receipt, with a link to claim the membership.`,
    ];
  },
  fulfill: async (deps, id) => {
    const { purchase, period } = await findUnfulfilledPurchase(deps, id);
    return [
      `What was bought is created again from the cart, until ${formatDateInWords(period.periodEnd)}. A card gets a new number.`,
      `${purchase.email} gets the receipt again.`,
    ];
  },
  correct: async (deps, id) => {
    const { corrections } = await findCorrections(deps, id);
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
  },
};

function describeOutcome(sales: readonly StripeSale[]): string {
  const isPaid = sales.some(({ status }) => ['active', 'trialing', 'succeeded'].includes(status));
  if (isPaid) return 'The purchase is marked as paid, what was bought is created, and the receipt is sent.';
  const states = sales.map(({ id, status }) => `${id} is ${status}`).join(', ');
  return `The purchase follows Stripe, where ${states}.`;
}

/** Describes the differences between Stripe and our database that syncing would remove. */
async function previewSync(deps: Deps, sale: StripeSale): Promise<string[]> {
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

async function previewHold({ db }: Deps, { id, status }: Purchase): Promise<string[]> {
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
  { purchase, sale, endsPlan }: Pick<PlannedRefund, 'purchase' | 'sale' | 'endsPlan'>,
  { keepsMembership }: Pick<RepairOptions, 'keepsMembership'>,
): string {
  if (keepsMembership) return 'The membership stays.';
  if (!endsPlan) return 'Nothing else changes.';
  if (!purchase) return `We have no purchase for it, so ${sale.id} is canceled at Stripe.`;
  if (sale.type === 'payment') return kinds[purchase.kind].refundEffect ?? 'What was bought stays.';
  return 'This refunds the whole current period. The plan ends right away and doesn’t renew, and the buyer gets an email.';
}
