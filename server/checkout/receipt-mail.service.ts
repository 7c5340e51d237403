import type { Trx } from '#db/client.ts';
import type { Deps } from '../deps.ts';
import { errorSentence } from '../errors.ts';
import { formatMembershipNumber } from '../lib/membership-number.ts';
import type { DeliveredMembership } from './card-delivery.service.ts';
import { cardCart } from './card-purchase.schema.ts';
import type { Purchase } from './purchase.schema.ts';
import { cancelLink, completionLink, receiptLink } from './receipt-links.ts';
import { renewalOf } from './renewal-price.ts';

/** Puts the receipt mail into the outbox, with the settling transaction. */
export async function enqueueReceipt(
  deps: Deps,
  trx: Trx,
  purchase: Purchase,
  { membership, paidAt, periodEnd }: { membership: DeliveredMembership; paidAt: Date; periodEnd: Date },
): Promise<void> {
  const { quote, cardBrand, cardLast4 } = purchase;
  const renewal = renewalOf(quote, paidAt, periodEnd);
  await deps.jobs.enqueue(trx, 'mail', {
    mail: 'receipt',
    to: purchase.email,
    props: {
      firstname: cardCart.parse(purchase.cart).firstname,
      purchaseNumber: purchase.id,
      lines: quote.lines.map(({ description, amountCents }) => ({ description, amountCents })),
      discountCents: quote.discountCents,
      promoCode: quote.promo?.code ?? null,
      totalCents: quote.totalCents,
      paidAt: paidAt.toISOString(),
      paidWith: cardBrand && cardLast4 ? { brand: cardBrand, last4: cardLast4 } : null,
      renewal: renewal && {
        ...renewal,
        on: renewal.on.toISOString(),
        regular: renewal.regular && { ...renewal.regular, from: renewal.regular.from.toISOString() },
      },
      endsOn: renewal ? null : periodEnd.toISOString(),
      membershipNumber: formatMembershipNumber(membership.number),
      receiptUrl: await receiptLink(deps, purchase),
      cancelUrl: renewal ? await cancelLink(deps, purchase) : null,
    },
  });
}

/** Tells the owner that a renewal was refused and the card is closed until it is paid. */
export async function enqueueDeclined(
  deps: Deps,
  trx: Trx,
  purchase: Purchase,
  bill: { amountCents: number; payUntil: Date },
): Promise<void> {
  await deps.jobs.enqueue(trx, 'mail', {
    mail: 'card-declined',
    to: purchase.email,
    props: {
      firstname: cardCart.parse(purchase.cart).firstname,
      amountCents: bill.amountCents,
      message: errorSentence('CARD_DECLINED'),
      manageUrl: `${deps.config.publicUrl}/user`,
      payUntil: bill.payUntil.toISOString(),
    },
  });
}

/** Sends the link that opens the priced purchase again in a browser, which can answer the bank. */
export async function enqueueCompletionLink(deps: Deps, trx: Trx, purchase: Purchase): Promise<void> {
  const cart = cardCart.parse(purchase.cart);
  await deps.jobs.enqueue(trx, 'mail', {
    mail: 'complete-payment',
    to: purchase.email,
    props: {
      firstname: cart.firstname,
      totalCents: purchase.totalCents,
      completeUrl: await completionLink(deps, purchase, cart.plan === 1 ? 'family' : 'individual'),
    },
  });
}
