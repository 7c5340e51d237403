import { unguardCell } from '../../lib/spreadsheet.ts';
import { CsvFault, type CsvRow, readCsv } from './csv.ts';

/** Why a line was rejected, and what to do about it. */
export interface LineFault {
  /** The file's line, counted from 1. */
  line: number;
  /** Null if the fault concerns the whole line. */
  column: string | null;
  message: string;
}

export interface CsvTable {
  /**
   * The table's columns, which the header may name in any order. Case, spaces, hyphens, and underscores make
   * no difference. Unknown columns are ignored.
   */
  columns: readonly string[];
  /** Columns that the header may omit. Their cells are then empty. */
  optional?: readonly string[];
  /**
   * Column names by alias. Aliases have only lowercase letters and digits. A column's own name takes
   * precedence.
   */
  aliases?: Readonly<Record<string, string>>;
}

/** Has a cell for each column of the table. */
export type TableCells = Readonly<Record<string, string>>;
export type TableRow = { line: number; cells: TableCells } | { fault: LineFault };

/** The file is empty, or its header is wrong. */
export class CsvHeaderError extends Error {}

/**
 * Streams the rows below the header and skips empty ones. A row with a wrong number of cells is a fault. So
 * is the rest of a file that can't be parsed.
 */
export async function* readCsvTable(
  chunks: AsyncIterable<Uint8Array>,
  table: CsvTable,
): AsyncGenerator<TableRow> {
  let header: Header | undefined;
  try {
    for await (const row of readCsv(chunks)) {
      if (!header) header = readHeader(row.cells, table);
      else if (row.cells.some((cell) => cell.trim() !== '') || row.cells.length !== header.width) {
        yield readRow(row, header);
      }
    }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    if (!header) throw new CsvHeaderError(`The first line can't be read: ${error.message}.`);
    yield { fault: { line: error.line, column: null, message: error.message } };
  }
  if (!header) {
    const names = table.columns.join(', ');
    throw new CsvHeaderError(`The file is empty. The first line must name the columns: ${names}.`);
  }
}

interface Header {
  /** Each column's position in a row, or -1 if the header omits it. */
  positions: ReadonlyArray<readonly [column: string, position: number]>;
  width: number;
}

const toHeaderKey = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

function readHeader(cells: readonly string[], { columns, optional = [], aliases = {} }: CsvTable): Header {
  const keys = cells.map(toHeaderKey);
  const findPositions = (name: string) => {
    const ownPositions = keys.flatMap((key, position) => (key === toHeaderKey(name) ? [position] : []));
    if (ownPositions.length > 0) return ownPositions;
    return keys.flatMap((key, position) =>
      Object.hasOwn(aliases, key) && aliases[key] === name ? [position] : [],
    );
  };
  const columnPositions = columns.map((name) => ({ name, positions: findPositions(name) }));
  const missingColumns = columnPositions.filter(
    ({ name, positions }) => positions.length === 0 && !optional.includes(name),
  );
  const formatNames = (rows: typeof columnPositions) => rows.map(({ name }) => name).join(', ');
  if (missingColumns.length > 0) {
    throw new CsvHeaderError(
      `The first line must name all columns. Missing: ${formatNames(missingColumns)}.`,
    );
  }
  const duplicateColumns = columnPositions.filter(({ positions }) => positions.length > 1);
  if (duplicateColumns.length > 0) {
    throw new CsvHeaderError(`The first line names columns twice: ${formatNames(duplicateColumns)}.`);
  }
  return {
    positions: columnPositions.map(({ name, positions }) => [name, positions[0] ?? -1]),
    width: cells.length,
  };
}

function readRow({ line, cells }: CsvRow, { positions, width }: Header): TableRow {
  if (cells.length !== width) {
    const message = `This row has ${cells.length} cells, the first line has ${width}`;
    return { fault: { line, column: null, message } };
  }
  const row: Record<string, string> = {};
  for (const [column, position] of positions) {
    const cell = unguardCell(cells[position] ?? '');
    if (cell.includes('\ufffd')) return { fault: { line, column, message: 'This is not UTF-8 text' } };
    row[column] = cell;
  }
  return { line, cells: row };
}
