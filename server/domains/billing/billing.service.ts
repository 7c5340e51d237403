import type { Db } from '#db/client.ts';
import { getPayUntil } from '../payments/subscriptions/subscription.schema.ts';
import { findBilledByAccount, type StoredBilling } from './billing.repository.ts';
import type { BilledSubscription, OpenBill, PaymentCard } from './billing.schema.ts';

/**
 * Lists the subscriptions that an account will be charged for or owes a payment for, the next charge first.
 */
export async function listBilled(db: Db, accountId: string, now: Date): Promise<BilledSubscription[]> {
  const storedBillings = await findBilledByAccount(db, accountId);
  return storedBillings
    .filter(({ canceledAt }) => canceledAt === null)
    .map((row) => describeBilled(row, now));
}

const PRODUCTS = {
  consumer: 'membership',
  corporate: 'corporate plan',
  business: 'business plan',
  // An add-on has no subscription.
  addon: 'membership',
} as const satisfies Record<StoredBilling['planKind'], BilledSubscription['product']>;

export function describeBilled(storedBilling: StoredBilling, now: Date): BilledSubscription {
  const card = getCard(storedBilling);
  const nextChargeAt =
    storedBilling.status === 'active' && !storedBilling.canceledAt ? storedBilling.periodEnd : null;
  return {
    id: storedBilling.id,
    name:
      storedBilling.planKind === 'business' ? storedBilling.planName : `${storedBilling.planName} membership`,
    product: PRODUCTS[storedBilling.planKind],
    nextChargeAt,
    card,
    cardExpiresFirst: Boolean(nextChargeAt && card?.expiresAt && card.expiresAt <= nextChargeAt),
    isSuspended: storedBilling.status !== 'active' && storedBilling.planKind !== 'business',
    bill: getOpenBill(storedBilling, now),
  };
}

function getCard({ cardBrand, cardLast4, cardExpiresAt }: StoredBilling): PaymentCard | null {
  return cardBrand && cardLast4 ? { brand: cardBrand, last4: cardLast4, expiresAt: cardExpiresAt } : null;
}

/** Returns null unless a payment is overdue and can still be made. */
export function getOpenBill({ pastDueSince, owedCents }: StoredBilling, now: Date): OpenBill | null {
  if (!pastDueSince || owedCents === 0) return null;
  const payUntil = getPayUntil(pastDueSince);
  return payUntil > now ? { amountCents: owedCents, failedAt: pastDueSince, payUntil } : null;
}
