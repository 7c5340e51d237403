import { unguardCell } from '../spreadsheet.ts';
import { type Encoding, TableDecoder } from './encoding.ts';
import { assignColumns, type Headings, requireHeadings, type TableDefinition } from './headings.ts';
import { RowReader, type TextRow } from './rows.ts';
import { TableError, TableSyntaxError } from './table-error.ts';

/** Why a line was rejected, and what to do about it. */
export interface LineFault {
  /** The file's line, counted from 1. */
  line: number;
  /** Null if the fault concerns the whole line. */
  column: string | null;
  message: string;
}

/** Has a cell for each column of the table. Columns that the file doesn't have are empty. */
export type TableCells = Readonly<Record<string, string>>;
export type TableRow = { line: number; cells: TableCells } | { fault: LineFault };

export interface Table {
  headings: Headings;
  rows: AsyncGenerator<TableRow>;
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface ReadOptions {
  /** Known if the whole file was read before. */
  encoding?: Encoding | undefined;
  /** The column of each cell, or null if the cell isn't used. By default, the headings decide. */
  columns?: ReadonlyArray<string | null> | undefined;
}

interface TextOptions {
  reader?: RowReader;
  decoder?: TableDecoder;
}

/** Streams the rows of a file, headings included. Throws TableError and TableSyntaxError. */
export async function* readTextRows(
  chunks: Chunks,
  { reader = new RowReader(), decoder = new TableDecoder() }: TextOptions = {},
): AsyncGenerator<TextRow> {
  for await (const chunk of chunks) yield* reader.read(decoder.decode(chunk));
  yield* reader.read(decoder.decode(new Uint8Array(), { isLast: true }), { isLast: true });
}

/**
 * Reads a table's headings, and streams the rows below them. Blank rows are left out. A row with a wrong
 * number of cells is a fault. So is the rest of a file that can't be parsed. Throws TableError.
 */
export async function openTable(
  chunks: Chunks,
  definition: TableDefinition,
  { encoding, columns }: ReadOptions = {},
): Promise<Table> {
  const decoder = new TableDecoder(encoding);
  const textRows = readTextRows(chunks, { reader: RowReader.forTable(definition), decoder });
  const first = await textRows.next().catch((error: unknown) => {
    if (!(error instanceof TableSyntaxError)) throw error;
    throw new TableError(`The first line can't be read: ${error.message}.`);
  });
  if (first.done) {
    const names = definition.required.join(', ');
    throw new TableError(`The file is empty. The first line must name the columns: ${names}.`);
  }
  const { cells } = first.value;
  const headings = columns ? assignColumns(definition, cells, columns) : requireHeadings(definition, cells);
  return { headings, rows: readRows(textRows, headings, Object.keys(definition.columns)) };
}

async function* readRows(
  textRows: AsyncGenerator<TextRow>,
  headings: Headings,
  columns: readonly string[],
): AsyncGenerator<TableRow> {
  const positions = columns.map((column) => [column, headings.columns.indexOf(column)] as const);
  try {
    for await (const row of textRows) yield readRow(row, positions, headings.columns.length);
  } catch (error) {
    if (!(error instanceof TableSyntaxError)) throw error;
    yield { fault: { line: error.line, column: null, message: error.message } };
  }
}

function readRow(
  { line, cells }: TextRow,
  positions: ReadonlyArray<readonly [column: string, position: number]>,
  width: number,
): TableRow {
  const hasWrongWidth = cells.length < width || cells.slice(width).some((cell) => cell.trim() !== '');
  if (hasWrongWidth) {
    const message = `This row has ${cells.length} cells, the first line has ${width}`;
    return { fault: { line, column: null, message } };
  }
  const row: Record<string, string> = {};
  for (const [column, position] of positions) {
    const cell = unguardCell(cells[position] ?? '');
    if (cell.includes('\ufffd')) {
      return { fault: { line, column, message: 'This text is damaged. Export the file again, in UTF-8' } };
    }
    row[column] = cell;
  }
  return { line, cells: row };
}
