import { readEmail } from './email.ts';
import { valueOrNull } from './reading.ts';

const PARTS = /^([^+]+)(?:\+.*)?@(.+)$/;
const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns what all spellings of a mailbox have in common: without a '+tag', and for Gmail without dots. Two
 * people may still share it, so never send to it and never sign in with it (D69). The database's function
 * `mailbox_key` does the same with clean addresses.
 */
export function mailboxKey(email: string): string {
  const address = (valueOrNull(readEmail(email)) ?? email).toLowerCase();
  const [, local = '', domain = ''] = PARTS.exec(address) ?? [];
  if (local === '') return address;
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
