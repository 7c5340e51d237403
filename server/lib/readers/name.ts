import { plainLine } from './plain-text.ts';
import type { Reading } from './reading.ts';

/** A person's name has every form that its owner gives it, so it is only made plain. */
export function readName(text: string): { value: string } {
  return { value: plainLine(text) };
}

const FOREIGN_LETTER = /[^\P{L}\p{Script=Latin}\p{Script=Common}]/u;
const LATIN_LETTER = /\p{Script=Latin}/u;

/** A name for documents, which can't print every script. */
export function readLatinName(text: string): Reading {
  const name = plainLine(text);
  if (LATIN_LETTER.test(name) && !FOREIGN_LETTER.test(name)) return { value: name };
  return { error: 'Please use Latin letters, as in Wang Xiaoming' };
}
