import { plainNumber } from './plain-text.ts';
import type { Reading } from './reading.ts';

const INVALID: Reading = { error: 'Please enter a phone number' };
const LABEL = /^(?:tel|phone|mobile|cell)\s*[.:]\s*/i;
const EXTENSION = /^(.*[^a-z])(?:extension|extn|ext|x|#|,)[\s.:=#]*(\d{1,6})$/i;
const DIGITS = /^[+()\d\s./-]+$/;
/** An American number that spells a word, such as 1-800-FLOWERS and 303-GET-HELP. */
const TOLL_FREE_WORD = /^\+?(?:1[\s.-]*)?\(?8(?:00|22|33|44|55|66|77|88)\)?[\s.-]*([\da-z][\da-z\s.-]*)$/i;
const LOCAL_WORD = /^\+?(?:1[\s.-]*)?\(?[2-9]\d\d\)?[\s.-]*([\da-z][\da-z.-]*)$/i;
const KEYS = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];

function splitExtension(line: string): { base: string; extension: string } {
  const [, base = line, extension = ''] = EXTENSION.exec(line) ?? [];
  return { base: base.replace(/[\s,;]+$/, ''), extension };
}

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
  const { base } = splitExtension(line);
  return isNumber(base) || isWord(base) ? { value: line } : INVALID;
}

/** Returns the link that dials a number, such as 'tel:18003569377;ext=12'. */
export function toPhoneLink(phone: string): string {
  const { base, extension } = splitExtension(phone.toLowerCase());
  const digits = base
    .replace(/[a-z]/g, (letter) => String(KEYS.findIndex((key) => key.includes(letter)) + 2))
    .replace(/[^+\d]/g, '');
  // The network ignores the letters of a word that is longer than seven digits.
  const dialed = /[a-z]/.test(base) ? digits.replace(/^(\+?1?\d{10}).*/, '$1') : digits;
  return `tel:${dialed}${extension === '' ? '' : `;ext=${extension}`}`;
}
