// Text rules without zod, so that pages without other validation don't load it.

// PostgreSQL rejects NUL in text and lone surrogates in JSON. Other control characters don't belong in a
// single line.
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}]/u;

export const isPrintable = (line: string) => !CONTROL_CHARACTERS.test(line);
export const UNPRINTABLE_ERROR = 'Please use only letters, numbers, and symbols';
export const tooLong = (max: number) => `Please use at most ${max.toLocaleString('en-US')} characters`;

/** Validates an optional line. Returns an error message, or null if it is valid. */
export function lineError(line: string, max: number): string | null {
  // Count code points, as zod does.
  if ([...line].length > max) return tooLong(max);
  return isPrintable(line) ? null : UNPRINTABLE_ERROR;
}

/** Counts runs of non-space characters, as a word processor does. */
export function countWords(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0;
}
