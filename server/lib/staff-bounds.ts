import { z } from 'zod';
import { formatCents, parseDollars } from './money.ts';

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
    const cents = parseDollars(text);
    if (cents !== null && cents <= maxCents) return cents;
    const isTooLarge = cents !== null || /^\s*\$?\d{7,}/.test(text);
    ctx.addIssue({ code: 'custom', message: isTooLarge ? atMostDollars(maxCents) : error });
    return z.NEVER;
  });
}

/** Returns true if none of the amounts in a text, such as '$5 for lunch', is larger. */
export function hasOnlyAmountsUpTo(maxCents: number, text: string): boolean {
  return [...text.matchAll(/[$＄]\s*([\d,]+(?:\.\d+)?)/g)].every(
    ([, amount = '']) => Number(amount.replaceAll(',', '')) * 100 <= maxCents,
  );
}
