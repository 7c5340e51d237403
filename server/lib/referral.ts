/**
 * The referral link that a visitor followed: an affiliate's code, and the name of one of their links, if any.
 */
export interface Referral {
  code: string;
  link: string | null;
}

const CODE = /^[A-Za-z0-9-]{1,40}$/;
export const LINK_NAME = /^[A-Za-z0-9-]{1,30}$/;

/** Checks only the format, not whether the code exists. */
export const isReferralCode = (text: string) => CODE.test(text);

/** Formats a referral as the cookie's value, such as 'DEMO' or 'DEMO.spring'. */
export function formatReferral({ code, link }: Referral): string {
  return link === null ? code : `${code}.${link}`;
}

/** Reads the cookie's value. Returns null for anything that `formatReferral` can't have written. */
export function parseReferral(text: string): Referral | null {
  const [code = '', link, ...rest] = text.split('.');
  if (!isReferralCode(code) || rest.length > 0) return null;
  if (link !== undefined && !LINK_NAME.test(link)) return null;
  return { code, link: link ?? null };
}
