import { z } from 'zod';
import { formatCents } from './money.ts';
import { readDollars } from './readers/money.ts';
import { valueOrNull } from './readers/reading.ts';

// The most that staff can enter for what is worth money (D74). More is probably a typo, and would let a stolen
// session give away more. These are limits on input: a value that was stored before stays valid.

export const MAX_FRIEND_BONUS_CENTS = 500_00;
export const MAX_REWARD_CENTS = 500_00;
export const MAX_PLAN_PRICE_CENTS = 5_000_00;
export const MAX_AMOUNT_OFF_CENTS = 1_000_00;
export const MAX_PROMO_USES = 100_000;
/** For a code that leaves nothing to pay for a plan. */
export const MAX_FREE_PROMO_USES = 10_000;
export const MAX_PROMO_USES_PER_BUYER = 100;
export const MAX_PROMO_PERIODS = 120;
export const MAX_GRANTED_MONTHS = 24;
export const MAX_GRANT_DAYS = 731;
/** Webinar codes that are made at once. Each may earn its user rewards. */
export const MAX_NEW_WEBINAR_CODES = 10_000;

/** Returns 'At most $500' for 50000. */
export function atMostDollars(maxCents: number): string {
  return `At most ${formatCents(maxCents).replace(/\.00$/, '')}`;
}

/** Parses dollars as cents. `error` is the message for text that isn't an amount. */
export function dollarsUpTo(maxCents: number, error: string): z.ZodType<number, string> {
  return z.string().transform((text, ctx) => {
    const cents = valueOrNull(readDollars(text));
    if (cents !== null && cents <= maxCents) return cents;
    const isTooLarge = cents !== null || /^\s*\$?\d{7,}/.test(text);
    ctx.addIssue({ code: 'custom', message: isTooLarge ? atMostDollars(maxCents) : error });
    return z.NEVER;
  });
}

const NUMBER = /(\d+(?:[.,'’_]\d+| \d{3}(?!\d))*)(?:\s*(hundred|thousand|grand|k|million|m)\b)?/gi;
const FACTORS: Record<string, number> = {
  hundred: 100,
  thousand: 1e3,
  grand: 1e3,
  k: 1e3,
  million: 1e6,
  m: 1e6,
};

/**
 * Finds the numbers in a text, such as 9999 in '9,999 dollars', '9.999,00', and '9 999'. Three digits
 * after a separator are thousands. A number in other digits than ours is infinite.
 */
function listNumbers(text: string): number[] {
  const plainText = text.normalize('NFKC').replace(/\p{Cf}/gu, '');
  if (/(?![0-9])\p{Nd}/u.test(plainText)) return [Number.POSITIVE_INFINITY];
  return [...plainText.matchAll(NUMBER)].map(([, digits = '', factor = '']) => {
    const [, whole = digits, decimals = '0'] = /^(.*)[.,](\d{1,2}|\d{4,})$/.exec(digits) ?? [];
    return Number(`${whole.replace(/\D/g, '')}.${decimals}`) * (FACTORS[factor.toLowerCase()] ?? 1);
  });
}

/** Returns true if no number in a text, such as '$5 for lunch', is a larger amount in dollars. */
export function hasOnlyAmountsUpTo(maxCents: number, text: string): boolean {
  return listNumbers(text).every((dollars) => dollars * 100 <= maxCents);
}
