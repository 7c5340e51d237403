const FULL_ADDRESS = /^(https?:\/\/|mailto:)\S/i;
/** Matches a path on our site, or a phone number. */
const SITE_ADDRESS = /^(\/(?!\/)|tel:)\S*$/i;
const ANY_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** True for a full web or email address. The server removes any other link. */
export function isLinkAddress(address: string, hasSiteLinks = false): boolean {
  if (hasSiteLinks && SITE_ADDRESS.test(address)) return true;
  return FULL_ADDRESS.test(address) && URL.canParse(address);
}

/** Completes an address such as 'joes.com' or 'joe@joes.com'. Returns null if it can't be a link. */
export function toLinkAddress(input: string, hasSiteLinks = false): string | null {
  const text = input.trim();
  if (isLinkAddress(text, hasSiteLinks)) return text;
  const [host = ''] = text.split(/[/?#]/);
  if (/\s/.test(text) || (ANY_SCHEME.test(text) && !/^[^:]+:\d/.test(text)) || !host.includes('.'))
    return null;
  const fullAddress = host.includes('@') ? `mailto:${text}` : `https://${text}`;
  return isLinkAddress(fullAddress) ? fullAddress : null;
}
