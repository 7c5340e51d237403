import type { Trx } from '#db/client.ts';
import { lineWords } from '../../catalog/price.shared.ts';
import type { Deps } from '../../deps.ts';
import { errorSentence } from '../../errors.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import { claimLinkOf } from '../../memberships/claim.service.ts';
import { cardRequestLink } from '../../memberships/physical-card/physical-card.service.ts';
import type { Purchase } from '../purchase/purchase.schema.ts';
import { aboutPurchase } from '../purchase/purchase-about.ts';
import type { PurchaseSubject } from './receipt.schema.ts';
import { cancelLink, completionLink, receiptLink } from './receipt-links.ts';
import { renewalOf } from './renewal-price.ts';

/** Puts the receipt mail into the outbox, with the settling transaction. */
export async function enqueueReceipt(
  deps: Deps,
  trx: Trx,
  purchase: Purchase,
  {
    membershipNumber,
    paidAt,
    periodEnd,
  }: {
    /** As stored, 12 characters; null where no card was bought. */
    membershipNumber: string | null;
    paidAt: Date;
    /** Null for a single charge, which has no period. */
    periodEnd: Date | null;
  },
): Promise<void> {
  const { quote, cardBrand, cardLast4 } = purchase;
  const renewal = renewalOf(quote, paidAt, periodEnd);
  const { subject, greeted } = aboutPurchase(purchase);
  // A guest's card is nobody's yet; who has the mail may put it into an account.
  const isGuests = purchase.kind === 'card' && purchase.accountId === null;
  await deps.jobs.enqueue(trx, 'mail', {
    mail: 'receipt',
    to: purchase.email,
    props: {
      subject,
      firstname: greeted,
      purchaseNumber: purchase.id,
      lines: quote.lines.map((line) => ({ description: lineWords(line), amountCents: line.amountCents })),
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
      endsOn: renewal ? null : (periodEnd?.toISOString() ?? null),
      membershipNumber: membershipNumber && formatMembershipNumber(membershipNumber),
      receiptUrl: await receiptLink(deps, purchase),
      cancelUrl: renewal ? await cancelLink(deps, purchase) : null,
      printedCard: membershipNumber ? await printedCardOf(deps, trx, purchase, membershipNumber) : null,
      claimUrl: isGuests && membershipNumber ? await claimLinkOf(deps, trx, membershipNumber) : null,
    },
  });
}

/** The way to a printed card; an account that ordered one finds the way to another on its own page. */
async function printedCardOf(deps: Deps, trx: Trx, purchase: Purchase, number: string) {
  const isOrdered = aboutPurchase(purchase).shipping !== null;
  if (isOrdered && purchase.accountId) return null;
  return { url: await cardRequestLink(deps, trx, number), isOrdered };
}

const DECLINED_MAILS: Partial<Record<PurchaseSubject, 'plan-declined' | 'company-declined'>> = {
  'business plan': 'plan-declined',
  'corporate plan': 'company-declined',
};

/** Tells the owner that a renewal was refused and what is closed until it is paid. */
export async function enqueueDeclined(
  deps: Deps,
  trx: Trx,
  purchase: Purchase,
  bill: { amountCents: number; payUntil: Date },
): Promise<void> {
  const { subject, greeted, managePath } = aboutPurchase(purchase);
  await deps.jobs.enqueue(trx, 'mail', {
    mail: DECLINED_MAILS[subject] ?? 'card-declined',
    to: purchase.email,
    props: {
      firstname: greeted,
      amountCents: bill.amountCents,
      message: errorSentence('CARD_DECLINED'),
      manageUrl: `${deps.config.publicUrl}${managePath}`,
      payUntil: bill.payUntil.toISOString(),
    },
  });
}

/** Sends the link that opens the priced purchase again in a browser, which can answer the bank. */
export async function enqueueCompletionLink(deps: Deps, trx: Trx, purchase: Purchase): Promise<void> {
  const { greeted } = aboutPurchase(purchase);
  await deps.jobs.enqueue(trx, 'mail', {
    mail: 'complete-payment',
    to: purchase.email,
    props: {
      firstname: greeted,
      totalCents: purchase.totalCents,
      completeUrl: await completionLink(deps, trx, purchase),
    },
  });
}
