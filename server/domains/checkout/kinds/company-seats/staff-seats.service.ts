import { AppError, type ErrorCode } from '../../../../lib/errors.ts';
import type { Deps } from '../../../../platform/deps.ts';
import { type AuditAuthor, recordAudit } from '../../../../platform/monitoring/audit.service.ts';
import { findSavedCard, type SavedCard } from '../../../payments/stripe-saved-card.service.ts';
import { findSubmittedPurchase } from '../../purchase/create-purchase.service.ts';
import { deriveIdempotencyKey } from '../../purchase/fingerprint.ts';
import type { PurchaseResult } from '../../purchase/purchase.schema.ts';
import { submitPurchase } from '../../purchase/submit-purchase.service.ts';
import { countCards, type Employee } from '../corporate/corporate.schema.ts';
import { findPeopleWithCards, refuseKnownPeople } from '../corporate/distinct-people.service.ts';
import { orderSeats, quoteSeats } from './company-seats.service.ts';

/** What staff review before they charge a company's card. */
export type SeatsOffer = Awaited<ReturnType<typeof offerSeats>>;

/** Throws CARD_INVALID if something is due and there is no saved card. */
export async function offerSeats(
  deps: Deps,
  accountId: string,
  employees: Employee[],
  keepsRepeated = false,
) {
  return explainToStaff(async () => {
    const order = await orderSeats(deps, accountId, employees);
    const { providerId } = order.membership;
    // The card that pays for renewals.
    const card = providerId ? await findSavedCard(deps, providerId) : undefined;
    const buyer = { key: `account:${accountId}`, accountId, providerCustomerId: card?.customer ?? null };
    const { subscriptionId, periodEnd } = order.cart;
    const keyParts = [buyer.key, 'addSeatsByStaff', subscriptionId, periodEnd, employees];
    const idempotencyKey = deriveIdempotencyKey(deps, ...keyParts);
    // Read before the attempt: if another submission of this list settles meanwhile, the attempt shows it.
    const knownPeople = await findPeopleWithCards(deps.db, { accountId, subscriptionId }, employees);
    const submittedAttempt = await findSubmittedPurchase(deps, { buyer, idempotencyKey, cart: order.cart });
    // When the same list was already added in this paid year, so that it isn't charged again.
    const addedAt = submittedAttempt?.purchase.settledAt ?? null;
    if (!addedAt && !keepsRepeated) refuseKnownPeople(knownPeople);
    const price = await quoteSeats(deps, accountId, countCards(employees));
    if (!addedAt && !card && !price.quote.free) throw new AppError('CARD_INVALID');
    return { order, employees, buyer, card, idempotencyKey, addedAt, price };
  });
}

/** Replaces messages that address the customer. */
const STAFF_MESSAGES: Partial<Record<ErrorCode, (error: AppError) => string>> = {
  COMPANY_NOT_FOUND: () => 'This account doesn’t have a company.',
  CORPORATE_PLAN_INACTIVE: () => 'The company’s plan is unpaid, so no cards can be added.',
  CARD_INVALID: () =>
    'The company’s plan doesn’t have a saved card. The company can add the cards and pay on its own page.',
  CARD_DECLINED: ({ message }) => `The card was declined: ${message} Nothing was charged.`,
  CARD_CHECK_NEEDED: () =>
    'The bank wants the cardholder to confirm the payment. Nothing was charged. The company can add the cards on its own page.',
  PAYMENT_UNCONFIRMED: () =>
    'Stripe hasn’t confirmed the payment yet. Submit the same list again in a minute. Nothing is charged twice.',
};

async function explainToStaff<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const explain = error instanceof AppError ? STAFF_MESSAGES[error.code] : undefined;
    if (!(error instanceof AppError) || !explain) throw error;
    throw new AppError(error.code, { message: explain(error), cause: error });
  }
}

/**
 * Adds employees' cards at a company's request, and charges the card that pays for its renewals. Submitting
 * the same list again in the same paid year charges nothing. Throws CARD_CHECK_NEEDED if the bank requires the
 * cardholder to confirm.
 */
export async function addSeatsByStaff(
  deps: Deps,
  offer: SeatsOffer,
  author: AuditAuthor,
): Promise<PurchaseResult> {
  return explainToStaff(async () => {
    const result = await submitOffer(deps, offer, author);
    if (result.status !== 'paid') throw new AppError('CARD_CHECK_NEEDED');
    return result;
  });
}

async function submitOffer(
  deps: Deps,
  { order, employees, buyer, card, idempotencyKey }: SeatsOffer,
  author: AuditAuthor,
): Promise<PurchaseResult> {
  const { company, cart } = order;
  return submitPurchase(
    { deps, ip: 'staff', entryPoint: 'staff', buyer },
    {
      kind: 'company-seats',
      cart,
      token: 'none',
      email: company.email,
      idempotencyKey,
      prepare: async () => ({
        quote: order.quote(),
        referrerId: company.reference,
        agreements: [],
        card: card && toPurchaseCard(card),
        admit: (trx) =>
          recordAudit(trx, {
            ...author,
            action: 'company.add-cards',
            subject: `company:${company.id}`,
            at: deps.now(),
            change: { before: null, after: `${employees.length} cards` },
          }),
      }),
    },
  );
}

function toPurchaseCard({ customer: _, ...card }: SavedCard) {
  return card;
}
