import { HIDDEN } from './hidden.ts';
import type { Reading } from './reading.ts';

const ZIP = /^(\d{5})(?:-?(\d{4}))?[.-]*$/;
/**
 * The postal codes of other countries have letters, digits, spaces, and hyphens, but always a digit. 80202-12 is none,
 * but the beginning of a US code.
 */
const POSTAL_CODE = /^(?=.*\d)(?!\d{5}-\d{1,2}$)[a-z\d][a-z\d -]{2,10}$/i;
const INVALID: Reading = { error: 'Please enter a 5-digit ZIP code' };

const toPlain = (text: string) =>
  text
    .replace(HIDDEN, '')
    .normalize('NFKC')
    .replace(/\p{Pd}/gu, '-')
    .trim();

/**
 * A US ZIP code, as '80202' or '80202-1234'. Makes the text plain itself, because the first view of the search
 * has no room for `plain-text.ts`.
 */
export function readZip(text: string): Reading {
  const [, zip, extension] = ZIP.exec(toPlain(text).replace(/\s/g, '')) ?? [];
  if (zip === undefined) return INVALID;
  return { value: extension === undefined ? zip : `${zip}-${extension}` };
}

/** A postal code of any country, for forms that don't request the country. */
export function readPostalCode(text: string): Reading {
  const zip = readZip(text);
  if ('value' in zip) return zip;
  const line = toPlain(text);
  return POSTAL_CODE.test(line) ? { value: line } : INVALID;
}
