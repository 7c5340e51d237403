/** The byte order mark. Without it, spreadsheets don't read a CSV file as UTF-8. */
export const UTF8_MARK = '\ufeff';

const RUN_BY_SPREADSHEETS = /^'*[=+\-@\t\r]/;
const GUARDED = /^'+[=+\-@\t\r]/;

/**
 * Makes a text safe to open in a spreadsheet: text that looks like a formula gets a leading apostrophe, which
 * `unguardCell` removes when the file is imported again.
 */
export function guardCell(text: string): string {
  return RUN_BY_SPREADSHEETS.test(text) ? `'${text}` : text;
}

export function unguardCell(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}
