const KEPT = /^(https?:\/\/|mailto:)\S/i;
const ANY_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** What the server keeps as a link: a full address of the web, or a mail address. */
export function isLinkAddress(address: string): boolean {
  return KEPT.test(address) && URL.canParse(address);
}

/** What somebody typed as a link's address, made full: 'joes.com', 'joe@joes.com'. Null for what is none. */
export function linkAddress(typed: string): string | null {
  const text = typed.trim();
  if (isLinkAddress(text)) return text;
  const [host = ''] = text.split(/[/?#]/);
  if (/\s/.test(text) || (ANY_SCHEME.test(text) && !/^[^:]+:\d/.test(text)) || !host.includes('.'))
    return null;
  const full = host.includes('@') ? `mailto:${text}` : `https://${text}`;
  return isLinkAddress(full) ? full : null;
}
