import { formatReferral, isReferralCode, parseReferral, type Referral } from '#server/lib/referral.ts';
import { readCookie, writeCookie } from './cookies.ts';

/** The server also reads this cookie, to credit a purchase to the named link. */
const COOKIE = 'ref';
/** For this many days after a browser opens a referral link, its purchases are credited to the affiliate. */
export const REFERRAL_DAYS = 90;
const MAX_AGE_SECONDS = REFERRAL_DAYS * 24 * 60 * 60;

/** Returns the code of the last referral link that this browser opened, unless the cookie has expired. */
export function readReferralCode(): string | undefined {
  return parseReferral(readCookie(COOKIE) ?? '')?.code;
}

/** Replaces any earlier code, because the newest link is the recommendation that the visitor acted on. */
export function rememberReferral(referral: Referral): void {
  if (isReferralCode(referral.code)) writeCookie(COOKIE, formatReferral(referral), MAX_AGE_SECONDS);
}
