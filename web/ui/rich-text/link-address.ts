import { readEmail } from '#server/lib/readers/email.ts';
import { valueOrNull } from '#server/lib/readers/reading.ts';
import { readWebAddress } from '#server/lib/readers/web-address.ts';

const FULL_ADDRESS = /^(https?:\/\/|mailto:)\S/i;
/** Matches a path on our site, or a phone number. */
const SITE_ADDRESS = /^(\/(?!\/)|tel:)\S*$/i;

/** True for a full web or email address. The server removes any other link. */
export function isLinkAddress(address: string, hasSiteLinks = false): boolean {
  if (hasSiteLinks && SITE_ADDRESS.test(address)) return true;
  return FULL_ADDRESS.test(address) && URL.canParse(address);
}

/** Completes an address such as 'joes.com' or 'joe@joes.com'. Returns null if it can't be a link. */
export function toLinkAddress(input: string, hasSiteLinks = false): string | null {
  const text = input.trim();
  if (isLinkAddress(text, hasSiteLinks)) return text;
  const email = valueOrNull(readEmail(text));
  return email === null ? valueOrNull(readWebAddress(text)) : `mailto:${email}`;
}
