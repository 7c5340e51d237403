/** The byte order mark. Without it, spreadsheets don't read a CSV file as UTF-8. */
export const UTF8_BOM = '\ufeff';

const LOOKS_LIKE_FORMULA = /^'*[=+\-@\t\r]/;
const GUARDED_FORMULA = /^'+[=+\-@\t\r]/;

/**
 * Makes a text safe to open in a spreadsheet: text that looks like a formula gets a leading apostrophe, which
 * `unguardCell` removes when the file is imported again.
 */
export function guardCell(text: string): string {
  return LOOKS_LIKE_FORMULA.test(text) ? `'${text}` : text;
}

export function unguardCell(cell: string): string {
  return GUARDED_FORMULA.test(cell) ? cell.slice(1) : cell;
}
