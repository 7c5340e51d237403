import { PHYSICAL_CARD_SLUG } from '../catalog/plan.schema.ts';
import { requireAddon } from '../catalog/plan.service.ts';
import type { Context } from '../context.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { formatMembershipNumber } from '../lib/membership-number.ts';
import { findMembershipOfSubscription } from '../memberships/membership.service.ts';
import { findBillingOfPurchase } from '../payments/subscription.service.ts';
import { buyerKeysOf } from './buyer.ts';
import { type CardCart, cardCart } from './card-purchase.schema.ts';
import { findOwnPurchase, findPurchase } from './purchase.repository.ts';
import type { Purchase } from './purchase.schema.ts';
import type { ReceiptView } from './receipt.schema.ts';
import { cancelLink } from './receipt-links.ts';
import { renewalOf } from './renewal-price.ts';

/**
 * The receipt of a paid purchase, for its buyer: the account's session, the browser that bought as a guest, or the
 * key in the link of the receipt mail. For anybody else there is none.
 */
export async function getReceipt(
  ctx: Pick<Context, 'deps' | 'account' | 'existingGuestKey'>,
  { id, key }: { id: string; key: string | null },
): Promise<ReceiptView> {
  const purchase =
    (await findByKey(ctx.deps, id, key)) ?? (await findOwnPurchase(ctx.deps.db, id, buyerKeysOf(ctx)));
  if (!purchase?.settledAt) throw new AppError('PURCHASE_NOT_FOUND');
  return viewOf(ctx.deps, purchase, purchase.settledAt);
}

async function findByKey(deps: Deps, id: string, key: string | null): Promise<Purchase | undefined> {
  const verified = key ? await deps.signer.verify('receipt', key) : null;
  return verified?.subject === id ? findPurchase(deps.db, id) : undefined;
}

async function viewOf(deps: Deps, purchase: Purchase, paidAt: Date): Promise<ReceiptView> {
  const { quote, cardBrand, cardLast4 } = purchase;
  const cart = cardCart.parse(purchase.cart);
  const billing = await findBillingOfPurchase(deps.db, purchase.id);
  const membership = billing && (await findMembershipOfSubscription(deps.db, billing.subscriptionId));
  const firstPeriodEnd = billing?.firstPeriodEnd ?? paidAt;
  const renewal = renewalOf(quote, paidAt, firstPeriodEnd);
  return {
    purchaseNumber: purchase.id,
    paidAt,
    buyer: { name: `${cart.firstname} ${cart.lastname}`, email: purchase.email },
    lines: quote.lines.map(({ description, amountCents }) => ({ description, amountCents })),
    discount: quote.promo && { code: quote.promo.code, amountCents: quote.discountCents },
    totalCents: quote.totalCents,
    refundedCents: billing?.refundedCents ?? 0,
    paidWith: cardBrand && cardLast4 ? { brand: cardBrand, last4: cardLast4 } : null,
    membershipNumber: membership ? formatMembershipNumber(membership.number) : null,
    renewal,
    endsOn: renewal ? null : firstPeriodEnd,
    delivery: cart.requestedPhysicalCard ? await deliveryOf(deps, cart) : null,
    cancelUrl: renewal && membership ? await cancelLink(deps, purchase) : null,
  };
}

async function deliveryOf(deps: Deps, cart: CardCart) {
  const addon = await requireAddon(deps.db, PHYSICAL_CARD_SLUG);
  return {
    to: [
      `${cart.firstname} ${cart.lastname}`,
      [cart.street1, cart.street2].filter(Boolean).join(', '),
      `${cart.city}, ${cart.state} ${cart.zip}`,
      cart.country,
    ],
    within: addon.copy.points[0] ?? '',
  };
}
