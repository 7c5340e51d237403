import { formatCents, percentOf } from '../lib/money.ts';
import type { Plan } from './plan.schema.ts';
import type { PromoCode } from './promo-code.schema.ts';
import type { Quote, QuoteLine } from './quote.schema.ts';

/** The slug of the line that a physical card costs (DESIGN D29). */
export const PHYSICAL_CARD_SLUG = 'physical-card';

/** The plan's label with its figures: 'Individual Plan + $49.95/Month' (SPEC section 9). */
export function planLabel(plan: Plan, plans: readonly Plan[]): string {
  const single = plans.find(
    (other) =>
      other.kind === plan.kind &&
      other.billingInterval === plan.billingInterval &&
      !other.isFamily &&
      other.priceCents > 0,
  );
  return plan.copy.label
    .replace('{price}', formatCents(plan.priceCents))
    .replace('{extra}', formatCents(plan.priceCents - (single?.priceCents ?? 0)));
}

/** What a code takes off a plan's price, in cents: never more than the price, percents rounded half up (D42). */
export function discountOf(plan: Plan, promo: PromoCode): number {
  const recurring = promo.plans.find((entry) => entry.planId === plan.id)?.recurringPriceCents;
  if (recurring !== undefined && recurring !== null) return Math.max(0, plan.priceCents - recurring);
  const off = promo.amountOff ?? percentOf(plan.priceCents, promo.percentOff ?? 0);
  return Math.min(off, plan.priceCents);
}

/** Prices a plan with its one-off additions; a discount touches the plan's line alone, never the card fee. */
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
  const discountCents = promo ? discountOf(plan, promo) : 0;
  const totalCents = subtotalCents - discountCents;
  return {
    lines,
    subtotalCents,
    discountCents,
    totalCents,
    recurringCents: plan.priceCents,
    discountedRecurringCents: plan.priceCents - discountCents,
    interval: plan.billingInterval === 'year' ? 'year' : 'month',
    promo: promo ? { code: promo.code, periods: promo.periods } : null,
    free: totalCents === 0 && (promo?.isFree ?? false),
  };
}

/** The smallest amount that Stripe charges. */
export const MIN_CHARGE_CENTS = 50;

/** Prices items that are charged once. A total below Stripe's minimum is free, and so is each of its lines. */
export function priceOnce(
  items: ReadonlyArray<
    Pick<QuoteLine, 'planId' | 'description' | 'quantity' | 'unitCents' | 'commissionable'>
  >,
): Quote {
  const asked = items.reduce((sum, item) => sum + item.quantity * item.unitCents, 0);
  const isCharged = asked >= MIN_CHARGE_CENTS;
  const lines = items.map((item) => {
    const unitCents = isCharged ? item.unitCents : 0;
    return { ...item, unitCents, amountCents: item.quantity * unitCents, recurring: false };
  });
  const totalCents = isCharged ? asked : 0;
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

/** 'Family card × 12': a line in words, with how many there are of it. */
export function lineWords({ description, quantity }: Pick<QuoteLine, 'description' | 'quantity'>): string {
  return quantity > 1 ? `${description} × ${quantity}` : description;
}

/** The charge for the period after the `paymentCount`-th payment; a promo code covers a limited number of periods. */
export function nextChargeCents(
  { recurringCents, discountedRecurringCents, promo }: Quote,
  paymentCount: number,
): number {
  const isDiscounted = promo !== null && (promo.periods === null || paymentCount < promo.periods);
  return isDiscounted ? discountedRecurringCents : recurringCents;
}
