import { formatDateInWords } from '../../lib/dates.ts';
import { formatCents } from '../../lib/money.ts';
import type { Plan } from './plan.schema.ts';
import type { PromoCode } from './promo-code.schema.ts';

type Discount = Pick<PromoCode, 'percentOff' | 'amountOff'>;
type DescribedCode = Omit<PromoCode, 'code'> & {
  maxUses: number | null;
  maxUsesPerBuyer: number | null;
  validFrom: Date | null;
  validUntil: Date | null;
};

/** For example, '10% off', '$5.00 off', or 'Special prices'. */
export function describeDiscount({ percentOff, amountOff }: Discount): string {
  if (percentOff !== null) return `${percentOff}% off`;
  return amountOff !== null ? `${formatCents(amountOff)} off` : 'Special prices';
}

/**
 * For example, '10% off Individual Membership and Family Membership for 3 periods, at most 500 uses, until
 * March 1, 2027'.
 */
export function describePromoCode(code: DescribedCode, plans: readonly Plan[]): string {
  const { percentOff, amountOff, periods, isFree, maxUses, maxUsesPerBuyer, validFrom, validUntil } = code;
  const hasOnlyPrices = percentOff === null && amountOff === null;
  const offer = `${describeDiscount(code)}${hasOnlyPrices ? ' for' : ''}`;
  return [
    `${offer} ${describePlans(code, plans)} ${describePeriods(periods)}`,
    ...(isFree ? ['without a card'] : []),
    maxUses === null ? 'any number of uses' : `at most ${describeCount(maxUses, 'use')}`,
    ...(maxUsesPerBuyer === null ? [] : [`${describeTimes(maxUsesPerBuyer)} per buyer`]),
    ...(validFrom ? [`from ${formatDateInWords(validFrom)}`] : []),
    ...(validUntil ? [`until ${formatDateInWords(getLastDay(validUntil))}`] : []),
  ].join(', ');
}

/**
 * Returns an instant on the last day. `validUntil` is the first instant at which the code is no longer valid.
 */
export function getLastDay(validUntil: Date): Date {
  return new Date(validUntil.getTime() - 1);
}

const listFormat = new Intl.ListFormat('en-US');

function describePlans({ plans, isFree }: DescribedCode, allPlans: readonly Plan[]): string {
  if (plans.length === 0) return isFree ? 'monthly memberships' : 'every plan';
  const names = plans.map(({ planId, recurringPriceCents }) => {
    const name = allPlans.find(({ id }) => id === planId)?.orderSummaryName ?? `plan ${planId}`;
    return recurringPriceCents === null ? name : `${name} at ${formatCents(recurringPriceCents)}`;
  });
  return listFormat.format(names);
}

function describePeriods(periods: number | null): string {
  return periods === null ? 'for every period' : `for ${describeCount(periods, 'period')}`;
}

const describeCount = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

const describeTimes = (count: number) => (count === 1 ? 'once' : describeCount(count, 'time'));
