import Papa from 'papaparse';
import { countHeadings, type TableDefinition } from './headings.ts';
import { TableSyntaxError } from './table-error.ts';

export interface TextRow {
  /** The table's line on which the row starts, counted from 1. */
  line: number;
  cells: string[];
}

interface ParsedRow {
  cells: string[];
  /** The row's position in the text. */
  start: number;
  end: number;
  isQuoteOpen: boolean;
}

const SEPARATORS = [',', ';', '\t', '|'];
/** Excel writes this line above the headings, to name the separator. */
const SEPARATOR_LINE = /^"?sep=(.)"?\n/i;
/** In characters. The separator is chosen by the first row in it. */
const SAMPLE_LENGTH = 16_384;
const MAX_SAMPLE_ROWS = 20;
/** A longer row almost always means that a closing quotation mark is missing. */
const MAX_ROW_LENGTH = 1_000_000;
const MAX_CELLS = 1_000;

/** Returns how many of a row's cells are known headings. */
export type CountHeadings = (cells: readonly string[]) => number;

/**
 * Splits a table's text into rows. The text may come in pieces, have any line endings, and have its cells
 * separated by commas, semicolons, tabs, or vertical bars. Blank rows are left out. Throws TableSyntaxError.
 */
export class RowReader {
  readonly #countHeadings: CountHeadings;
  #separator: string | undefined;
  /** What wasn't returned as rows yet. */
  #text = '';
  /** The line on which `#text` starts. */
  #line = 1;
  /** A row that isn't complete is parsed again only once its text has doubled. */
  #minLength = 0;

  constructor(countHeadings: CountHeadings = () => 0) {
    this.#countHeadings = countHeadings;
  }

  /** Creates a reader that chooses the separator by the table's headings. */
  static forTable(definition: TableDefinition): RowReader {
    return new RowReader((cells) => countHeadings(definition, cells));
  }

  /** Undefined until enough of the table was read. */
  get separator(): string | undefined {
    return this.#separator;
  }

  *read(piece: string, { isLast = false } = {}): Generator<TextRow> {
    this.#text += piece;
    const isShort = this.#text.length < (this.#separator === undefined ? SAMPLE_LENGTH : this.#minLength);
    if (isShort && !isLast) return;
    // The second half of a line break may be in the next piece.
    const heldBack = !isLast && this.#text.endsWith('\r') ? '\r' : '';
    this.#text = this.#text.slice(0, this.#text.length - heldBack.length).replace(/\r\n?/g, '\n');
    this.#separator ??= this.#findSeparator();
    const rows = splitRows(this.#text, this.#separator);
    const completeRows = isLast ? rows : rows.slice(0, -1);
    for (const row of completeRows) yield* this.#toTextRow(row);
    const rest = isLast ? undefined : rows.at(-1);
    if (rest) this.#refuseTooLong(rest);
    this.#text = rest ? this.#text.slice(rest.start) + heldBack : heldBack;
    this.#minLength = 2 * this.#text.length;
  }

  /** Removes the line that names the separator, if there is one. */
  #findSeparator(): string {
    const [line, separator] = SEPARATOR_LINE.exec(this.#text) ?? [];
    if (line === undefined || separator === undefined) return guessSeparator(this.#text, this.#countHeadings);
    this.#text = this.#text.slice(line.length);
    this.#line++;
    return separator;
  }

  *#toTextRow(row: ParsedRow): Generator<TextRow> {
    this.#refuseTooLong(row);
    const line = this.#line;
    this.#line += countLineBreaks(this.#text.slice(row.start, row.end));
    if (row.isQuoteOpen) throw openQuote(line);
    if (row.cells.some((cell) => cell.trim() !== '')) yield { line, cells: row.cells };
  }

  #refuseTooLong({ cells, start, end }: ParsedRow): void {
    if (cells.length > MAX_CELLS) {
      const maxCells = MAX_CELLS.toLocaleString('en-US');
      const message = `this row has more than ${maxCells} cells; the rest of the file was not read`;
      throw new TableSyntaxError(this.#line, message);
    }
    if (end - start > MAX_ROW_LENGTH) throw openQuote(this.#line);
  }
}

const openQuote = (line: number) =>
  new TableSyntaxError(line, 'a quotation mark is not closed; the rest of the file was not read');

const countLineBreaks = (text: string) => text.split('\n').length - 1;

function splitRows(text: string, separator: string): ParsedRow[] {
  const rows: ParsedRow[] = [];
  let start = 0;
  if (text === '') return rows;
  Papa.parse<string[]>(text, {
    delimiter: separator,
    newline: '\n',
    step: ({ data, errors, meta: { cursor } }) => {
      const isQuoteOpen = errors.some(({ code }) => code === 'MissingQuotes');
      rows.push({ cells: data, start, end: cursor, isQuoteOpen });
      start = cursor;
    },
  });
  return rows;
}

/** Chooses the separator that gives the first row the most known headings or, without any, the most cells. */
function guessSeparator(text: string, countHeadings: CountHeadings): string {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const scores = SEPARATORS.map((separator) => {
    const { data } = Papa.parse<string[]>(sample, {
      delimiter: separator,
      newline: '\n',
      preview: MAX_SAMPLE_ROWS,
    });
    const cells = data.find((row) => row.some((cell) => cell.trim() !== '')) ?? [];
    return { separator, headings: countHeadings(cells.slice(0, MAX_CELLS)), cells: cells.length };
  });
  scores.sort((a, b) => b.headings - a.headings || b.cells - a.cells);
  return scores[0]?.separator ?? ',';
}
