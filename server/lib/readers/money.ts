import { plainNumber } from './plain-text.ts';
import type { Reading } from './reading.ts';

const AMOUNT = /^(?:us ?)?\$? ?(\d{1,6}|\d{1,3},\d{3})?(?:\.(\d{1,2})?)?(?: ?(?:usd|dollars?))?$/i;

/**
 * Dollars below a million, in cents: '5', '5.00', '$5', '1,250.5', and '.50'. A comma before two digits is
 * refused, because '12,50' may be a typo of '1250'.
 */
export function readDollars(text: string): Reading<number> {
  const [, dollars = '', cents = ''] = AMOUNT.exec(plainNumber(text)) ?? [];
  if (dollars === '' && cents === '') return { error: 'Please enter an amount such as 12.50' };
  return { value: Number(dollars.replace(',', '')) * 100 + Number(cents.padEnd(2, '0')) };
}
