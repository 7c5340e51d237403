import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import { formatCents } from '#server/lib/money.ts';

/** How often a visitor would use an offer in a month, by the offer's id. */
export type MonthlyUses = Readonly<Record<string, number>>;

interface NumericOffer {
  id: string;
  savesCents: number;
}

/** Returns cents. Ignores uses of offers that aren't in `offers`, such as those near another ZIP code. */
export function sumMonthlySavings(offers: readonly NumericOffer[], uses: MonthlyUses): number {
  return offers.reduce((sum, { id, savesCents }) => sum + savesCents * (uses[id] ?? 0), 0);
}

const MONTHS_PER_YEAR = 12;

/** Returns the price per month in cents, or null if the plan is paid only once. */
export function getMonthlyPrice({
  priceCents,
  billingInterval,
}: Pick<Plan, 'priceCents' | 'billingInterval'>): number | null {
  if (billingInterval === 'once') return null;
  return billingInterval === 'month' ? priceCents : Math.round(priceCents / MONTHS_PER_YEAR);
}

/** Compares what a visitor would save in a month with a plan's price, in a phrase such as '$5.00 less than'. */
export function compareWithPrice(savedCents: number, priceCents: number): string {
  if (savedCents === priceCents) return 'exactly';
  const difference = formatCents(Math.abs(savedCents - priceCents));
  return priceCents > savedCents ? `${difference} more than` : `${difference} less than`;
}
