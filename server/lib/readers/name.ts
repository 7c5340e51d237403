import { plainLine } from './plain-text.ts';

/** A person's name has every form that its owner gives it, so it is only made plain. */
export function readName(text: string): { value: string } {
  return { value: plainLine(text) };
}
