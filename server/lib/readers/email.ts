import { readDomain } from './domain.ts';
import { plainLine, unwrap } from './plain-text.ts';
import type { Reading } from './reading.ts';

export const MAX_EMAIL_LENGTH = 254;
const INVALID: Reading = { error: 'Invalid Email' };

/** A name with an address, as mail programs copy it: 'Zoe Smith <zoe@example.com>'. */
const NAMED = /^[^<>]*<([^<>]+)>$/;
const PREFIX = /^mailto:([^?]*).*$/i;
const PARTS = /^([^\s@<>()[\],;:\\"\p{C}]{1,64})@(.+)$/u;
const BAD_DOTS = /^\.|\.$|\.\./;

/** The domain becomes lowercase ASCII (xn--…), so that an address has one spelling for each mail server. */
export function readEmail(text: string): Reading {
  const line = plainLine(text);
  const address = unwrap(NAMED.exec(line)?.[1] ?? line)
    .replace(PREFIX, '$1')
    .replace(/\s*@\s*/, '@');
  const [, local = '', domainText = ''] = PARTS.exec(unwrap(address)) ?? [];
  const domain = readDomain(domainText);
  if (domain === null || BAD_DOTS.test(local)) return INVALID;
  // The database folds only ASCII letters in every locale.
  const email = `${local.replace(/\P{ASCII}+/gu, (letters) => letters.toLowerCase())}@${domain}`;
  return email.length > MAX_EMAIL_LENGTH ? INVALID : { value: email };
}
