import { recordAudit } from '../../../accounts/audit.service.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { findSavedCard, type SavedCard } from '../../../payments/stripe-saved-card.service.ts';
import { createPurchase, findSubmittedPurchase } from '../../purchase/create-purchase.service.ts';
import { derivedKey } from '../../purchase/fingerprint.ts';
import type { PurchaseResult } from '../../purchase/purchase.schema.ts';
import { submitPurchase } from '../../purchase/submit-purchase.service.ts';
import { countsOf, type Employee } from '../corporate/corporate.schema.ts';
import type { SeatsQuote } from './company-seats.schema.ts';
import { orderSeats, quoteSeats, seatsPurchase } from './company-seats.service.ts';

/** What staff see before a company's card is charged. */
export interface SeatsOffer {
  companyName: string;
  price: SeatsQuote;
  /** The card that the plan renews with; null where the card network has none. */
  card: Pick<SavedCard, 'cardBrand' | 'cardLast4'> | null;
  /** When the same list was added to the running year already: it is not charged again. */
  addedAt: Date | null;
}

/** What these employees' cards would cost a company now, and who would pay. Errors: those of `quoteSeats`. */
export async function offerSeats(deps: Deps, accountId: string, employees: Employee[]): Promise<SeatsOffer> {
  const { order, buyer, idempotencyKey, card } = await prepare(deps, accountId, employees);
  const placed = await findSubmittedPurchase(deps, { buyer, idempotencyKey, cart: order.cart });
  return {
    companyName: order.company.name,
    price: await quoteSeats(deps, accountId, countsOf(employees)),
    card: card ?? null,
    addedAt: placed?.purchase.settledAt ?? null,
  };
}

/**
 * Adds employees' cards for a company that asked staff to (DESIGN D31): as on its own page, but paid by the card that
 * its plan renews with. The same list is bought once in a paid year, however often it is sent. `staffId`: who does it,
 * for the audit log; null where nobody said so. CARD_INVALID without a saved card; CARD_CHECK_NEEDED where the bank
 * wants to ask the cardholder.
 */
export async function addSeatsByStaff(
  deps: Deps,
  accountId: string,
  employees: Employee[],
  staffId: string | null,
): Promise<PurchaseResult> {
  const { order, buyer, idempotencyKey, card } = await prepare(deps, accountId, employees);
  const { company, cart, quote } = order;
  if (!card && !quote.free) throw new AppError('CARD_INVALID');
  const placed =
    (await findSubmittedPurchase(deps, { buyer, idempotencyKey, cart })) ??
    (await createPurchase(deps, {
      ...seatsPurchase(company),
      buyer,
      idempotencyKey,
      cart,
      quote,
      ip: 'staff',
      card: card && cardOf(card),
      admit: (trx) =>
        recordAudit(trx, {
          actorId: staffId,
          action: 'company.add-cards',
          subject: `company:${company.id}`,
          reason: null,
          at: deps.now(),
        }),
    }));
  return submitPurchase({ deps, ip: 'staff', entryPoint: 'staff' }, placed, 'none');
}

async function prepare(deps: Deps, accountId: string, employees: Employee[]) {
  const order = await orderSeats(deps, accountId, employees);
  const { providerId } = order.standing.membership;
  const card = providerId ? await findSavedCard(deps, providerId) : undefined;
  const buyer = { key: `account:${accountId}`, accountId, providerCustomerId: card?.customer ?? null };
  const { subscriptionId, periodEnd } = order.cart;
  const parts = [buyer.key, 'addSeatsByStaff', subscriptionId, periodEnd, employees];
  return { order, card, buyer, idempotencyKey: derivedKey(deps.cookieSecret, ...parts) };
}

function cardOf({ paymentMethodId, cardBrand, cardLast4 }: SavedCard) {
  return { paymentMethodId, cardBrand, cardLast4 };
}
