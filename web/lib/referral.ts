import { readCookie, writeCookie } from './cookies.ts';

const COOKIE = 'ref';
/** So long a link that was followed names its owner as reference. */
export const REFERRAL_DAYS = 90;
const KEPT_SECONDS = REFERRAL_DAYS * 24 * 60 * 60;
const CODE = /^[A-Za-z0-9-]{1,40}$/;

/** Whether a link's code can be one at all: whatever else stands there is neither sent nor kept. */
export function isReferralCode(text: string): boolean {
  return CODE.test(text);
}

/** The code of the link that this browser came by last, within 90 days. */
export function readReferralCode(): string | undefined {
  const code = readCookie(COOKIE);
  return code !== undefined && isReferralCode(code) ? code : undefined;
}

/**
 * Keeps a link's code for 90 days. The newest link wins: it is the recommendation that the visitor acted on, as the
 * address shows, and an old one could otherwise never be put right by following the link that one was sent.
 */
export function rememberReferralCode(code: string): void {
  if (isReferralCode(code)) writeCookie(COOKIE, code, KEPT_SECONDS);
}
