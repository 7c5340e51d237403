/** The byte order mark. Without it, some spreadsheet programs don't read a CSV file as UTF-8. */
export const UTF8_BOM = '\ufeff';

/** The forms of = + - @ that a program may read as the plain ones: full-width, small, raised, and lowered. */
const FORMULA_START = '[=+\\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−⩵⩶﬩]';
/** What a program may drop before it looks for a formula. Tabs and line breaks are handled as separators. */
const DROPPED = '(?![\\t\\r\\n])[\'"\\p{Z}\\p{Cc}\\p{Cf}\\p{Cs}\\p{DI}]';

const STARTS_FORMULA = new RegExp(`^(?:;|${DROPPED})*(?:${FORMULA_START}|[\\t\\r\\n])`, 'u');
// A program may split at semicolons, tabs, or line breaks inside a cell, depending on its settings.
const FORMULA_AFTER_SEPARATOR = new RegExp(`([;\\t\\r\\n])(?=(?:${DROPPED})*${FORMULA_START})`, 'gu');
// Only in text without quotation marks around its cells.
const FORMULA_AFTER_COMMA = new RegExp(`([,|])(?=(?:${DROPPED})*${FORMULA_START})`, 'gu');
const GUARD_AFTER_SEPARATOR = new RegExp(`([;\\t\\r\\n])'(?=(?:${DROPPED})*${FORMULA_START})`, 'gu');

/**
 * Writes an apostrophe before whatever looks like a formula, at the start of the text or after a separator in
 * it, so that a spreadsheet program doesn't run it. `unguardCell` removes the apostrophes on import.
 */
export function guardCell(text: string): string {
  const guarded = text.replace(FORMULA_AFTER_SEPARATOR, "$1'");
  return STARTS_FORMULA.test(guarded) ? `'${guarded}` : guarded;
}

/** Like `guardCell`, for a line of a text file, whose commas aren't inside quotation marks. */
export function guardLine(line: string): string {
  return guardCell(line).replace(FORMULA_AFTER_COMMA, "$1'");
}

// An apostrophe is among what a program may drop, so guarded text still looks like a formula to these patterns.
// That makes this the exact inverse of `guardCell`.
export function unguardCell(cell: string): string {
  const unguarded = cell.startsWith("'") && STARTS_FORMULA.test(cell) ? cell.slice(1) : cell;
  return unguarded.replace(GUARD_AFTER_SEPARATOR, '$1');
}
