import { isPrintable } from '../line-rules.ts';
import { plainLine, unwrap } from './plain-text.ts';
import type { Reading } from './reading.ts';

const MAX_LENGTH = 100;

/** Codes have no spaces. Blank text is read as ''. Whether there is such a code isn't checked. */
export function readPromoCode(text: string): Reading {
  const line = plainLine(text);
  if ([...line].length > MAX_LENGTH || !isPrintable(line)) return { error: 'Wrong Promo Code' };
  return { value: unwrap(line).replace(/^#/, '').replace(/\s/g, '').toUpperCase().normalize('NFC') };
}
