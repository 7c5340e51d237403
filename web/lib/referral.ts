import { readCookie, writeCookie } from './cookies.ts';

const COOKIE = 'ref';
/** How long a referral link counts for a purchase. */
export const REFERRAL_DAYS = 90;
const MAX_AGE_SECONDS = REFERRAL_DAYS * 24 * 60 * 60;
const CODE = /^[A-Za-z0-9-]{1,40}$/;

/** Checks the format only. Text in another format is neither sent nor stored. */
export function isReferralCode(text: string): boolean {
  return CODE.test(text);
}

/** The code of the last referral link that this browser opened, if within 90 days. */
export function readReferralCode(): string | undefined {
  const code = readCookie(COOKIE);
  return code !== undefined && isReferralCode(code) ? code : undefined;
}

/** The newest link wins: it is the recommendation that the visitor acted on. */
export function rememberReferralCode(code: string): void {
  if (isReferralCode(code)) writeCookie(COOKIE, code, MAX_AGE_SECONDS);
}
