/** Without it a spreadsheet takes a CSV file for something else than UTF-8. */
export const UTF8_MARK = '\ufeff';

const RUN_BY_SPREADSHEETS = /^'*[=+\-@\t\r]/;
const GUARDED = /^'+[=+\-@\t\r]/;

/**
 * A text as a spreadsheet may open it: one that begins like a formula gets an apostrophe, which shows it as text. A
 * file from elsewhere could not be trusted otherwise, and what is read in again is what was written out.
 */
export function guardCell(text: string): string {
  return RUN_BY_SPREADSHEETS.test(text) ? `'${text}` : text;
}

export function unguardCell(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}
