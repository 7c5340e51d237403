// PostgreSQL refuses the zero byte in its text and half of a surrogate pair in its JSON; the other control
// characters have no place in a line that a person types.
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}]/u;

const VISIBLE = /[^\s\p{Cf}]/u;

/** A line of characters that nobody sees, such as zero-width spaces, is an empty one. */
export const emptyWhereInvisible = (line: string) => (VISIBLE.test(line) ? line : '');

export const isPrintable = (line: string) => !CONTROL_CHARACTERS.test(line);
export const UNPRINTABLE = 'Please use letters and signs only';
export const tooLong = (max: number) => `Please use at most ${max} characters`;

/** What is wrong with a line that may be empty, for a form that comes without zod; null where nothing is. */
export function lineFault(line: string, max: number): string | null {
  // In whole characters, as zod counts.
  if ([...line].length > max) return tooLong(max);
  return isPrintable(line) ? null : UNPRINTABLE;
}
