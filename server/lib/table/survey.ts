import { isPrintable } from '../line-rules.ts';
import type { DateOrder } from '../readers/date.ts';
import { unguardCell } from '../spreadsheet.ts';
import { surveyDay } from './day.ts';
import { type Encoding, TableDecoder } from './encoding.ts';
import type { TableDefinition } from './headings.ts';
import { RowReader } from './rows.ts';
import { readTextRows } from './table.ts';
import { TableError, TableSyntaxError } from './table-error.ts';

/** What the dates of a column show about how to read them. */
export interface ColumnSurvey {
  /** The orders in which a date of this column must be read. More than one if its dates disagree. */
  dayOrders: DateOrder[];
  /** True if a date has two readings. */
  hasOpenDays: boolean;
  /** True if a date has a time without a zone. */
  hasLocalTimes: boolean;
}

/** What only the whole of a file shows about how to read it. */
export interface TableSurvey {
  encoding: Encoding;
  separator: string;
  headings: string[];
  /** How many rows there are below the headings. */
  rows: number;
  columns: ColumnSurvey[];
}

/** What a file contains, to show it to someone who decides what its columns mean. */
export interface TableSample {
  rows: string[][];
  /** The different values of each column, or null if it has too many or they aren't single lines. */
  values: Array<string[] | null>;
}

const SAMPLE_ROWS = 5;
const MAX_VALUES = 60;
const MAX_VALUE_LENGTH = 100;
const MAX_CELL_LENGTH = 200;

/** Reads a whole file once, before its rows are read. Throws TableError. */
export async function surveyTable(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  definition: TableDefinition,
): Promise<{ survey: TableSurvey; sample: TableSample }> {
  const decoder = new TableDecoder();
  const reader = RowReader.forTable(definition);
  const columns: ColumnCollector[] = [];
  const sampleRows: string[][] = [];
  let headings: string[] | undefined;
  let rowCount = 0;
  try {
    for await (const { cells } of readTextRows(chunks, { reader, decoder })) {
      if (!headings) {
        // PostgreSQL can't store a NUL character.
        headings = cells.map((cell) => cell.replaceAll('\0', '').trim());
        columns.push(...headings.map(() => new ColumnCollector()));
        continue;
      }
      rowCount++;
      const row = columns.map((_, position) => unguardCell(cells[position] ?? '').trim());
      for (const [position, column] of columns.entries()) column.add(row[position] ?? '');
      if (sampleRows.length < SAMPLE_ROWS) {
        sampleRows.push(row.map((cell) => cell.slice(0, MAX_CELL_LENGTH)));
      }
    }
  } catch (error) {
    if (!(error instanceof TableSyntaxError)) throw error;
    if (!headings) throw new TableError(`The first line can't be read: ${error.message}.`);
    // The dry run reports the line from which the rest can't be read.
  }
  if (!headings) {
    const names = definition.required.join(', ');
    throw new TableError(`The file is empty. The first line must name the columns: ${names}.`);
  }
  const survey = {
    encoding: decoder.encoding ?? 'utf-8',
    separator: reader.separator ?? ',',
    headings,
    rows: rowCount,
    columns: columns.map((column) => column.survey()),
  };
  return { survey, sample: { rows: sampleRows, values: columns.map((column) => column.listValues()) } };
}

class ColumnCollector {
  readonly #orders = new Set<DateOrder>();
  #hasOpenDays = false;
  #hasLocalTimes = false;
  #values: Set<string> | null = new Set();

  add(cell: string): void {
    if (cell === '') return;
    this.#addValue(cell);
    const day = surveyDay(cell);
    if (!day) return;
    if (day.order === 'open') this.#hasOpenDays = true;
    else if (day.order) this.#orders.add(day.order);
    if (day.hasLocalTime) this.#hasLocalTimes = true;
  }

  #addValue(cell: string): void {
    this.#values?.add(cell);
    const isTooMuch = cell.length > MAX_VALUE_LENGTH || (this.#values?.size ?? 0) > MAX_VALUES;
    if (isTooMuch || !isPrintable(cell)) this.#values = null;
  }

  survey(): ColumnSurvey {
    return {
      dayOrders: [...this.#orders],
      hasOpenDays: this.#hasOpenDays,
      hasLocalTimes: this.#hasLocalTimes,
    };
  }

  listValues(): string[] | null {
    return this.#values && [...this.#values];
  }
}
