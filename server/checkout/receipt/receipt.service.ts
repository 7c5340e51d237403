import { requireAddon } from '../../catalog/plan.service.ts';
import { formatQuoteLine, nextChargeCents, PHYSICAL_CARD_SLUG } from '../../catalog/price.shared.ts';
import type { QuoteLine } from '../../catalog/quote.schema.ts';
import type { Context } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import { findMembershipOfSubscription } from '../../memberships/membership.service.ts';
import { findPayment, listPayments } from '../../payments/payment.service.ts';
import { findBillingOfPurchase } from '../../payments/subscription.service.ts';
import { getPurchaseKind } from '../kinds/index.ts';
import { listBuyerKeys } from '../purchase/buyer.ts';
import type { PurchaseSummary } from '../purchase/kind.ts';
import { findOwnPurchase, findPurchase, findPurchaseOfAccount } from '../purchase/purchase.repository.ts';
import type { Purchase } from '../purchase/purchase.schema.ts';
import type { ReceiptView } from './receipt.schema.ts';
import { createCancelLink } from './receipt-links.ts';
import { describeRenewal } from './renewal-price.ts';

const toReceiptLine = (line: QuoteLine) => ({
  description: formatQuoteLine(line),
  amountCents: line.amountCents,
});

type Payment = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

/**
 * Returns the receipt of a paid purchase or, if `id` is a payment's, of one renewal. Only the buyer can read
 * it, with the account's session, in the browser that bought as a guest, or with the key from the receipt
 * email. Throws PURCHASE_NOT_FOUND for anyone else.
 */
export async function getReceipt(
  ctx: Pick<Context, 'deps' | 'account' | 'existingGuestKey'>,
  { id, key }: { id: string; key: string | null },
): Promise<ReceiptView> {
  const payment = await findPayment(ctx.deps.db, id);
  const purchaseId = payment?.purchaseId ?? id;
  const purchase =
    (await findPurchaseByLinkKey(ctx.deps, purchaseId, key)) ??
    (await findOwnPurchase(ctx.deps.db, purchaseId, listBuyerKeys(ctx))) ??
    (ctx.account ? await findPurchaseOfAccount(ctx.deps.db, ctx.account.id, purchaseId) : undefined);
  if (!purchase?.settledAt) throw new AppError('PURCHASE_NOT_FOUND');
  const view = await buildReceipt(ctx.deps, purchase, purchase.settledAt);
  return payment && payment.ordinal > 1 ? buildRenewalReceipt(view, purchase, payment) : view;
}

async function findPurchaseByLinkKey(
  deps: Deps,
  id: string,
  key: string | null,
): Promise<Purchase | undefined> {
  const verified = key ? await deps.signer.verify('receipt', key) : null;
  return verified?.subject === id ? findPurchase(deps.db, id) : undefined;
}

async function buildReceipt(deps: Deps, purchase: Purchase, paidAt: Date): Promise<ReceiptView> {
  const { quote, cardBrand, cardLast4 } = purchase;
  const { subject, buyerName, shipping, membershipNumber } = getPurchaseKind(purchase).summarize(purchase);
  const billing = await findBillingOfPurchase(deps.db, purchase.id);
  const membership = billing && (await findMembershipOfSubscription(deps.db, billing.subscriptionId));
  const firstPeriodEnd = billing?.firstPeriodEnd ?? null;
  const renewal = describeRenewal(quote, paidAt, firstPeriodEnd);
  const number = membership?.number ?? membershipNumber;
  return {
    subject,
    purchaseNumber: purchase.id,
    paidAt,
    buyer: { name: buyerName, email: purchase.email },
    lines: quote.lines.map(toReceiptLine),
    discount: quote.promo && { code: quote.promo.code, amountCents: quote.discountCents },
    totalCents: quote.totalCents,
    refundedCents: billing?.refundedCents ?? (await sumRefunds(deps, purchase.id)),
    paidWith: cardBrand && cardLast4 ? { brand: cardBrand, last4: cardLast4 } : null,
    membershipNumber: number ? formatMembershipNumber(number) : null,
    renewal,
    endsOn: renewal ? null : firstPeriodEnd,
    delivery: shipping ? await describeDelivery(deps, buyerName, shipping) : null,
    cancelUrl: renewal ? await createCancelLink(deps, purchase) : null,
  };
}

async function sumRefunds({ db }: Deps, purchaseId: string): Promise<number> {
  const payments = await listPayments(db, purchaseId);
  return payments.reduce((sum, payment) => sum + payment.refundedCents, 0);
}

/**
 * A renewal charges the recurring lines and the cards that a company has added since, less any discount that
 * still applies.
 */
function buildRenewalReceipt(firstReceipt: ReceiptView, purchase: Purchase, payment: Payment): ReceiptView {
  const { quote } = purchase;
  const { additionsLabel } = getPurchaseKind(purchase).summarize(purchase);
  const lines = quote.lines.filter((line) => line.recurring);
  const fullCents = lines.reduce((sum, line) => sum + line.amountCents, 0);
  const expectedCents = nextChargeCents(quote, payment.ordinal - 1);
  const addedCents = additionsLabel ? Math.max(0, payment.amountCents - expectedCents) : 0;
  const discountCents = fullCents + addedCents - payment.amountCents;
  return {
    ...firstReceipt,
    paidAt: payment.paidAt,
    lines: [
      ...lines.map(toReceiptLine),
      ...(additionsLabel && addedCents > 0 ? [{ description: additionsLabel, amountCents: addedCents }] : []),
    ],
    discount:
      quote.promo && discountCents > 0 ? { code: quote.promo.code, amountCents: discountCents } : null,
    totalCents: payment.amountCents,
    refundedCents: payment.refundedCents,
    renewal: firstReceipt.renewal && {
      ...firstReceipt.renewal,
      on: payment.periodEnd,
      amountCents: nextChargeCents(quote, payment.ordinal) + addedCents,
      regular: null,
    },
    delivery: null,
  };
}

async function describeDelivery(
  deps: Deps,
  name: string,
  shipping: NonNullable<PurchaseSummary['shipping']>,
) {
  const addon = await requireAddon(deps.db, PHYSICAL_CARD_SLUG);
  return {
    to: [
      name,
      [shipping.street1, shipping.street2].filter(Boolean).join(', '),
      `${shipping.city}, ${shipping.state} ${shipping.zip}`,
      shipping.country,
    ],
    within: addon.copy.points[0] ?? '',
  };
}
