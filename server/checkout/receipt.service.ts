import { PHYSICAL_CARD_SLUG } from '../catalog/plan.schema.ts';
import { requireAddon } from '../catalog/plan.service.ts';
import { lineWords } from '../catalog/price.ts';
import type { QuoteLine } from '../catalog/quote.schema.ts';
import type { Context } from '../context.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { formatMembershipNumber } from '../lib/membership-number.ts';
import { findMembershipOfSubscription } from '../memberships/membership.service.ts';
import { findBillingOfPurchase, findPayment } from '../payments/subscription.service.ts';
import { buyerKeysOf } from './buyer.ts';
import { findOwnPurchase, findPurchase, findPurchaseOfAccount } from './purchase.repository.ts';
import type { Purchase } from './purchase.schema.ts';
import { aboutPurchase, type PurchaseAbout } from './purchase-about.ts';
import type { ReceiptView } from './receipt.schema.ts';
import { cancelLink } from './receipt-links.ts';
import { nextChargeOf, renewalOf } from './renewal-price.ts';

const toReceiptLine = (line: QuoteLine) => ({ description: lineWords(line), amountCents: line.amountCents });

type Payment = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

/**
 * The receipt of a paid purchase, or of one renewal by its payment's id, for its buyer: the account's session, the
 * browser that bought as a guest, or the key in the link of the receipt mail. For anybody else there is none.
 */
export async function getReceipt(
  ctx: Pick<Context, 'deps' | 'account' | 'existingGuestKey'>,
  { id, key }: { id: string; key: string | null },
): Promise<ReceiptView> {
  const payment = await findPayment(ctx.deps.db, id);
  const purchaseId = payment?.purchaseId ?? id;
  const purchase =
    (await findByKey(ctx.deps, purchaseId, key)) ??
    (await findOwnPurchase(ctx.deps.db, purchaseId, buyerKeysOf(ctx))) ??
    (ctx.account ? await findPurchaseOfAccount(ctx.deps.db, ctx.account.id, purchaseId) : undefined);
  if (!purchase?.settledAt) throw new AppError('PURCHASE_NOT_FOUND');
  const view = await viewOf(ctx.deps, purchase, purchase.settledAt);
  return payment && payment.ordinal > 1 ? renewalView(view, purchase, payment) : view;
}

async function findByKey(deps: Deps, id: string, key: string | null): Promise<Purchase | undefined> {
  const verified = key ? await deps.signer.verify('receipt', key) : null;
  return verified?.subject === id ? findPurchase(deps.db, id) : undefined;
}

async function viewOf(deps: Deps, purchase: Purchase, paidAt: Date): Promise<ReceiptView> {
  const { quote, cardBrand, cardLast4 } = purchase;
  const { subject, buyerName, shipping } = aboutPurchase(purchase);
  const billing = await findBillingOfPurchase(deps.db, purchase.id);
  const membership = billing && (await findMembershipOfSubscription(deps.db, billing.subscriptionId));
  const firstPeriodEnd = billing?.firstPeriodEnd ?? paidAt;
  const renewal = renewalOf(quote, paidAt, firstPeriodEnd);
  const cancelable = renewal && (membership !== undefined || subject === 'business plan');
  return {
    subject,
    purchaseNumber: purchase.id,
    paidAt,
    buyer: { name: buyerName, email: purchase.email },
    lines: quote.lines.map(toReceiptLine),
    discount: quote.promo && { code: quote.promo.code, amountCents: quote.discountCents },
    totalCents: quote.totalCents,
    refundedCents: billing?.refundedCents ?? 0,
    paidWith: cardBrand && cardLast4 ? { brand: cardBrand, last4: cardLast4 } : null,
    membershipNumber: membership ? formatMembershipNumber(membership.number) : null,
    renewal,
    endsOn: renewal ? null : firstPeriodEnd,
    delivery: shipping ? await deliveryOf(deps, buyerName, shipping) : null,
    cancelUrl: cancelable ? await cancelLink(deps, purchase) : null,
  };
}

/** What a renewal charged: the lines that recur, less what the promo code still took off. */
function renewalView(first: ReceiptView, { quote }: Purchase, payment: Payment): ReceiptView {
  const lines = quote.lines.filter((line) => line.recurring);
  const offCents = lines.reduce((sum, line) => sum + line.amountCents, 0) - payment.amountCents;
  return {
    ...first,
    paidAt: payment.paidAt,
    lines: lines.map(toReceiptLine),
    discount: quote.promo && offCents > 0 ? { code: quote.promo.code, amountCents: offCents } : null,
    totalCents: payment.amountCents,
    refundedCents: payment.refundedCents,
    renewal: first.renewal && {
      ...first.renewal,
      on: payment.periodEnd,
      amountCents: nextChargeOf(quote, payment.ordinal),
      regular: null,
    },
    delivery: null,
  };
}

async function deliveryOf(deps: Deps, name: string, shipping: NonNullable<PurchaseAbout['shipping']>) {
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
