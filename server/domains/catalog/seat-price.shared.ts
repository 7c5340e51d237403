import { exactPercentOf } from '../../lib/money.ts';
import type { Plan } from './plan.schema.ts';
import { applyDiscount, priceOneTime, toQuotePromo } from './price.shared.ts';
import type { PromoCode } from './promo-code.schema.ts';
import { type Proration, prorate } from './proration.shared.ts';
import type { Quote, QuoteLine } from './quote.schema.ts';

/** A number of cards on one plan, with the yearly price per card. */
export interface Seats {
  planId: number;
  description: string;
  quantity: number;
  yearlyCents: number;
}

export function createSeats({ id, orderSummaryName, priceCents }: Plan, quantity: number): Seats {
  return { planId: id, description: orderSummaryName, quantity, yearlyCents: priceCents };
}

/** Prices a company's cards for a year. A promo code for the company's own plan applies to every card. */
export function priceSeats(seats: readonly Seats[], promo: PromoCode | null, companyPlanId: number): Quote {
  const lines = seats
    .filter(({ quantity }) => quantity > 0)
    .map(({ planId, description, quantity, yearlyCents }) => ({
      planId,
      description,
      quantity,
      unitCents: yearlyCents,
      amountCents: quantity * yearlyCents,
      recurring: true,
      commissionable: true,
    }));
  const subtotalCents = lines.reduce((sum, line) => sum + line.amountCents, 0);
  const discountedTotals = applyDiscount(
    subtotalCents,
    promo ? calculateExactDiscount(lines, promo, companyPlanId) : 0,
  );
  return {
    lines,
    ...discountedTotals,
    recurringCents: subtotalCents,
    discountedRecurringCents: discountedTotals.totalCents,
    interval: 'year',
    promo: promo && toQuotePromo(promo),
    free: discountedTotals.totalCents === 0 && (promo?.isFree ?? false),
  };
}

/**
 * Returns the discount in cents, before rounding. If the code sets a plan's price, that plan's cards cost
 * that much. From the sum of the other lines that it applies to, the code takes off an amount or a
 * percentage, at most that sum.
 */
function calculateExactDiscount(
  lines: readonly QuoteLine[],
  { plans, amountOff, percentOff }: PromoCode,
  companyPlanId: number,
): number {
  const findFixedPrice = (planId: number) =>
    plans.find((plan) => plan.planId === planId)?.recurringPriceCents ?? null;
  let fixedPriceDiscountCents = 0;
  let remainingCents = 0;
  for (const line of lines) {
    const ids = plans.map(({ planId }) => planId);
    if (ids.length > 0 && !ids.includes(line.planId) && !ids.includes(companyPlanId)) continue;
    const price = findFixedPrice(line.planId);
    if (price === null) remainingCents += line.amountCents;
    else fixedPriceDiscountCents += line.quantity * Math.max(0, line.unitCents - price);
  }
  return (
    fixedPriceDiscountCents +
    Math.min(amountOff ?? exactPercentOf(remainingCents, percentOff ?? 0), remainingCents)
  );
}

/**
 * Prices cards added during a paid year. Each is charged once, prorated to the remaining days and rounded
 * half up.
 */
export function priceAddedSeats(seats: readonly Seats[], { days, periodDays }: Proration): Quote {
  return priceOneTime(
    seats
      .filter(({ quantity }) => quantity > 0)
      .map(({ planId, description, quantity, yearlyCents }) => ({
        planId,
        description: `${description} (${days} of ${periodDays} days)`,
        quantity,
        unitCents: prorate(yearlyCents, { days, periodDays }),
        commissionable: true,
      })),
  );
}
