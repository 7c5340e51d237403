import { exactPercentOf, formatCents } from '../../lib/money.ts';
import type { Plan } from './plan.schema.ts';
import type { PromoCode } from './promo-code.schema.ts';
import type { Quote, QuoteLine } from './quote.schema.ts';

export const PHYSICAL_CARD_SLUG = 'physical-card';

/** Replaces the price placeholders in a plan's label: 'Individual Plan + $49.95/Month'. */
export function formatPlanLabel(plan: Plan, plans: readonly Plan[]): string {
  const singlePlan = plans.find(
    (other) =>
      other.kind === plan.kind &&
      other.billingInterval === plan.billingInterval &&
      !other.isFamily &&
      other.priceCents > 0,
  );
  return plan.copy.label
    .replace('{price}', formatCents(plan.priceCents))
    .replace('{extra}', formatCents(plan.priceCents - (singlePlan?.priceCents ?? 0)));
}

/**
 * Returns the discount in cents, at most the price. It may have a fraction, so that only the total is
 * rounded.
 */
function calculateExactDiscount(plan: Plan, promo: PromoCode): number {
  const recurringCents = promo.plans.find((entry) => entry.planId === plan.id)?.recurringPriceCents;
  if (recurringCents !== undefined && recurringCents !== null)
    return Math.max(0, plan.priceCents - recurringCents);
  const amountOff = promo.amountOff ?? exactPercentOf(plan.priceCents, promo.percentOff ?? 0);
  return Math.min(amountOff, plan.priceCents);
}

/** Rounds the discounted price half up. Rounding the discount instead could give a different total (D42). */
export function applyDiscount(subtotalCents: number, exactDiscountCents: number) {
  // A percentage has at most two decimals, so more than four decimals of a cent are floating-point noise.
  const exactTotalCents = Math.round((subtotalCents - exactDiscountCents) * 10_000) / 10_000;
  const totalCents = Math.round(exactTotalCents);
  return {
    subtotalCents,
    totalCents,
    discountCents: subtotalCents - totalCents,
    ...(exactTotalCents === totalCents ? {} : { exactTotalCents }),
  };
}

export function toQuotePromo({ code, periods, plans }: PromoCode): Quote['promo'] {
  const hasPlanPrices = plans.some(({ recurringPriceCents }) => recurringPriceCents !== null);
  return { code, periods, ...(hasPlanPrices ? { hasPlanPrices } : {}) };
}

/** Prices a plan and its one-time add-ons. A discount applies to the plan but not to the add-ons. */
export function priceCart(plan: Plan, addons: readonly Plan[], promo: PromoCode | null): Quote {
  const lines = [plan, ...addons].map((item) => ({
    planId: item.id,
    description: item.orderSummaryName,
    quantity: 1,
    unitCents: item.priceCents,
    amountCents: item.priceCents,
    recurring: item.billingInterval !== 'once',
    commissionable: item.kind !== 'addon',
  }));
  const subtotalCents = lines.reduce((sum, line) => sum + line.amountCents, 0);
  const discountedTotals = applyDiscount(subtotalCents, promo ? calculateExactDiscount(plan, promo) : 0);
  return {
    lines,
    ...discountedTotals,
    recurringCents: plan.priceCents,
    discountedRecurringCents: plan.priceCents - discountedTotals.discountCents,
    interval: plan.billingInterval === 'year' ? 'year' : 'month',
    promo: promo && toQuotePromo(promo),
    free: discountedTotals.totalCents === 0 && (promo?.isFree ?? false),
  };
}

/** Stripe rejects smaller charges. */
export const MIN_CHARGE_CENTS = 50;

/** Prices items that are charged once. If the total is below Stripe's minimum, everything is free. */
export function priceOneTime(
  items: ReadonlyArray<
    Pick<QuoteLine, 'planId' | 'description' | 'quantity' | 'unitCents' | 'commissionable'>
  >,
): Quote {
  const requestedCents = items.reduce((sum, item) => sum + item.quantity * item.unitCents, 0);
  const isCharged = requestedCents >= MIN_CHARGE_CENTS;
  const lines = items.map((item) => {
    const unitCents = isCharged ? item.unitCents : 0;
    return { ...item, unitCents, amountCents: item.quantity * unitCents, recurring: false };
  });
  const totalCents = isCharged ? requestedCents : 0;
  return {
    lines,
    subtotalCents: totalCents,
    discountCents: 0,
    totalCents,
    recurringCents: 0,
    discountedRecurringCents: 0,
    interval: 'once',
    promo: null,
    free: !isCharged,
  };
}

/** For example, 'Family card × 12', or 'Family card' for a single one. */
export function formatQuoteLine({
  description,
  quantity,
}: Pick<QuoteLine, 'description' | 'quantity'>): string {
  return quantity > 1 ? `${description} × ${quantity}` : description;
}

/** Describes what a payment was for. One-time items are included only if `isFirst` is true. */
export function describeItems(
  { lines }: { lines: ReadonlyArray<Pick<QuoteLine, 'description' | 'quantity' | 'recurring'>> },
  { isFirst }: { isFirst: boolean },
): string {
  return lines
    .filter((line) => isFirst || line.recurring)
    .map(formatQuoteLine)
    .join(', ');
}

/**
 * Returns the charge for the period after payment number `paymentCount`, in cents. A promo code may cover
 * only the first periods.
 */
export function getNextChargeCents(
  { recurringCents, discountedRecurringCents, promo }: Quote,
  paymentCount: number,
): number {
  const isDiscounted = promo !== null && (promo.periods === null || paymentCount < promo.periods);
  return isDiscounted ? discountedRecurringCents : recurringCents;
}
