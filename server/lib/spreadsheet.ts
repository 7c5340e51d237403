/** The byte order mark. Without it, some spreadsheet programs don't read a CSV file as UTF-8. */
export const UTF8_BOM = '\ufeff';

const LOOKS_LIKE_FORMULA = /^'*[=+\-@\t\r]/;
const GUARDED_FORMULA = /^'+[=+\-@\t\r]/;

/**
 * Prefixes text that looks like a formula with an apostrophe, so that a spreadsheet program doesn't run it.
 * `unguardCell` removes the apostrophe on import.
 */
export function guardCell(text: string): string {
  return LOOKS_LIKE_FORMULA.test(text) ? `'${text}` : text;
}

export function unguardCell(cell: string): string {
  return GUARDED_FORMULA.test(cell) ? cell.slice(1) : cell;
}
