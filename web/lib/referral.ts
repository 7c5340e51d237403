import { readCookie, writeCookie } from './cookies.ts';

const COOKIE = 'ref';
/** For this many days after a browser opens a referral link, its purchases are credited to the affiliate. */
export const REFERRAL_DAYS = 90;
const MAX_AGE_SECONDS = REFERRAL_DAYS * 24 * 60 * 60;
const CODE = /^[A-Za-z0-9-]{1,40}$/;

/** Checks only the format, so that arbitrary text from an address is neither sent nor stored. */
export function isReferralCode(text: string): boolean {
  return CODE.test(text);
}

/** Returns the code of the last referral link that this browser opened, unless the cookie has expired. */
export function readReferralCode(): string | undefined {
  const code = readCookie(COOKIE);
  return code !== undefined && isReferralCode(code) ? code : undefined;
}

/** Replaces any earlier code, because the newest link is the recommendation that the visitor acted on. */
export function rememberReferralCode(code: string): void {
  if (isReferralCode(code)) writeCookie(COOKIE, code, MAX_AGE_SECONDS);
}
