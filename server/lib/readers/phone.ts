import { plainNumber } from './plain-text.ts';
import type { Reading } from './reading.ts';

const INVALID: Reading = { error: 'Please enter a phone number' };
const LABEL = /^(?:tel|phone|mobile|cell)\s*(?:[.:]|(?=[\s+(\d]))\s*/i;
const EXTENSION = /^(.*[^a-z])(?:ext[a-z]*|x|#|,)[\s.:=#]*\d{1,6}$/i;
const DIGITS = /^[+()\d\s./-]+$/;
/** An American number that spells a word, such as 1-800-FLOWERS and 303-GET-HELP. */
const TOLL_FREE_WORD = /^\+?(?:1[\s.-]*)?\(?8(?:00|22|33|44|55|66|77|88)\)?[\s.-]*([\da-z][\da-z\s.-]*)$/i;
const LOCAL_WORD = /^\+?(?:1[\s.-]*)?\(?[2-9]\d\d\)?[\s.-]*([\da-z][\da-z.-]*)$/i;

function isNumber(base: string): boolean {
  const digitCount = base.replace(/\D/g, '').length;
  return DIGITS.test(base) && digitCount >= 7 && digitCount <= 15;
}

function isWord(base: string): boolean {
  const [, word = ''] = TOLL_FREE_WORD.exec(base) ?? LOCAL_WORD.exec(base) ?? [];
  const length = word.replace(/[\s.-]/g, '').length;
  return length >= 7 && length <= 10;
}

/** A phone number in any common format. Stays as it was written, because people recognize their own format. */
export function readPhone(text: string): Reading {
  const line = plainNumber(text).replace(LABEL, '');
  const base = (EXTENSION.exec(line)?.[1] ?? line).replace(/[\s,;]+$/, '');
  return isNumber(base) || isWord(base) ? { value: line } : INVALID;
}
