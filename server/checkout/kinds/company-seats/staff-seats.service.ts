import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { recordAudit } from '../../../monitoring/audit.service.ts';
import { findSavedCard, type SavedCard } from '../../../payments/stripe-saved-card.service.ts';
import { findSubmittedPurchase } from '../../purchase/create-purchase.service.ts';
import { deriveIdempotencyKey } from '../../purchase/fingerprint.ts';
import type { PurchaseResult } from '../../purchase/purchase.schema.ts';
import { submitPurchase } from '../../purchase/submit-purchase.service.ts';
import { countCards, type Employee } from '../corporate/corporate.schema.ts';
import type { SeatsQuote } from './company-seats.schema.ts';
import { orderSeats, quoteSeats } from './company-seats.service.ts';

/** What staff review before they charge a company's card. */
export interface SeatsOffer {
  companyName: string;
  price: SeatsQuote;
  /** The card that pays for renewals. Null if Stripe has none. */
  card: Pick<SavedCard, 'cardBrand' | 'cardLast4'> | null;
  /** When the same list was already added in this paid year. It is then not charged again. Otherwise null. */
  addedAt: Date | null;
}

export async function offerSeats(deps: Deps, accountId: string, employees: Employee[]): Promise<SeatsOffer> {
  const { order, buyer, idempotencyKey, card } = await prepareStaffOrder(deps, accountId, employees);
  const submitted = await findSubmittedPurchase(deps, { buyer, idempotencyKey, cart: order.cart });
  return {
    companyName: order.company.name,
    price: await quoteSeats(deps, accountId, countCards(employees)),
    card: card ?? null,
    addedAt: submitted?.purchase.settledAt ?? null,
  };
}

/**
 * Adds employees' cards at a company's request, and charges the card that pays for its renewals. Submitting
 * the same list again in the same paid year charges nothing. `staffId` is recorded in the audit log. Throws
 * CARD_INVALID if something is due and there is no saved card, and CARD_CHECK_NEEDED if the bank requires the
 * cardholder to confirm.
 */
export async function addSeatsByStaff(
  deps: Deps,
  accountId: string,
  employees: Employee[],
  staffId: string | null,
): Promise<PurchaseResult> {
  const { order, buyer, idempotencyKey, card } = await prepareStaffOrder(deps, accountId, employees);
  const { company, cart } = order;
  return submitPurchase(
    { deps, ip: 'staff', entryPoint: 'staff', buyer },
    {
      kind: 'company-seats',
      cart,
      token: 'none',
      email: company.email,
      idempotencyKey,
      prepare: async () => {
        const quote = order.quote();
        if (!card && !quote.free) throw new AppError('CARD_INVALID');
        return {
          quote,
          referrerId: company.reference,
          agreements: [],
          card: card && toPurchaseCard(card),
          admit: (trx) =>
            recordAudit(trx, {
              actorId: staffId,
              action: 'company.add-cards',
              subject: `company:${company.id}`,
              reason: null,
              at: deps.now(),
            }),
        };
      },
    },
  );
}

async function prepareStaffOrder(deps: Deps, accountId: string, employees: Employee[]) {
  const order = await orderSeats(deps, accountId, employees);
  const { providerId } = order.membership;
  const card = providerId ? await findSavedCard(deps, providerId) : undefined;
  const buyer = { key: `account:${accountId}`, accountId, providerCustomerId: card?.customer ?? null };
  const { subscriptionId, periodEnd } = order.cart;
  const keyParts = [buyer.key, 'addSeatsByStaff', subscriptionId, periodEnd, employees];
  return { order, card, buyer, idempotencyKey: deriveIdempotencyKey(deps, ...keyParts) };
}

function toPurchaseCard({ paymentMethodId, cardBrand, cardLast4 }: SavedCard) {
  return { paymentMethodId, cardBrand, cardLast4 };
}
