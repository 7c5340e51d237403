import type { TokenPurpose } from './recovery-rules.ts';

const MINUTE = 60;
const DAY = 86_400;
const YEAR = 366 * DAY;

/**
 * How long a token works at most, in seconds. Some are signed for less. The age is checked too, so a shorter
 * lifetime also applies to links that are already sent.
 */
export const TOKEN_SECONDS: Record<TokenPurpose, number> = {
  /** Traded for a session at once (D10). */
  'id-token': 5 * MINUTE,
  'add-passkey': 5 * MINUTE,
  'use-passkey': 5 * MINUTE,
  /** One visit of a form. A form that is sent later is rejected once, and then gets a new token. */
  form: DAY,
  /** The link of an invitation; others work for an hour. */
  'password-reset': 30 * DAY,
  'verify-email': 7 * DAY,
  'keep-email': 7 * DAY,
  /** Long enough for a buyer to reach their bank. */
  'complete-payment': 3 * DAY,
  /** Until the bill closes, which for a warning about an expiring card may be after the next yearly renewal. */
  bill: YEAR + 60 * DAY,
  /** Shows one purchase and changes nothing. Accountants ask for it up to a year later. */
  receipt: YEAR,
  /** Gives a card away, so it works for a year only. Staff and the company can send a new one. */
  'claim-membership': YEAR,
  /** Longer than a year, because a yearly plan's next email has a new one. The page emails a new one later. */
  'cancel-membership': 400 * DAY,
  'request-card': 400 * DAY,
  /** Every newsletter has a new one, and laws require that old ones work for at least a month. */
  newsletter: 2 * YEAR,
  'renewal-receipts': 2 * YEAR,
};
