import { CsvError, parse } from 'csv-parse';

/** A CSV syntax error, after which the rest of the file can't be parsed. */
export class CsvFault extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

export interface CsvRow {
  /** The file's line on which the row starts, counted from 1. */
  line: number;
  cells: string[];
}

/** A larger row almost always means that a closing quotation mark is missing. */
const MAX_ROW_BYTES = 1_000_000;
/** csv-parse counts only the bytes of a row's cells, so a row of commas would have no limit. */
const MAX_CELLS = 1_000;
const NEWLINES = /\r\n|\r|\n/g;

class TooManyCells extends Error {}

/** Streams the rows of a UTF-8 CSV file, with or without a byte order mark and with any line endings. */
export async function* readCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  let rows: CsvRow[] = [];
  let newlinesInCells = 0;
  let nextLine = 1;
  const parser = parse({
    bom: true,
    // Allow quotation marks inside unquoted cells, such as 5" nails.
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    cast: (cell, { index }) => {
      if (index >= MAX_CELLS) throw new TooManyCells();
      return cell;
    },
    // Collect rows in a callback: the parser's stream drops valid rows if an invalid one follows.
    on_record: (cells: string[], info) => {
      // csv-parse counts a CRLF inside a cell as two lines.
      const line = info.records + info.empty_lines + newlinesInCells;
      const newlineCount = cells.reduce((sum, cell) => sum + (cell.match(NEWLINES)?.length ?? 0), 0);
      newlinesInCells += newlineCount;
      nextLine = line + newlineCount + 1;
      rows.push({ line, cells });
      return null;
    },
  });
  // `writeChunk` returns the error. Without this listener, the same error would also crash the process.
  parser.on('error', () => {});
  parser.resume();
  const writeChunk = (chunk?: Uint8Array) =>
    new Promise<unknown>((done) => {
      if (chunk) parser.write(chunk, done);
      else parser.end(done);
    });
  const takeRows = () => {
    const parsedRows = rows;
    rows = [];
    return parsedRows;
  };
  for await (const chunk of chunks) {
    const error = await writeChunk(chunk);
    yield* takeRows();
    if (error) throw toCsvFault(error, nextLine);
  }
  const error = await writeChunk();
  yield* takeRows();
  if (error) throw toCsvFault(error, nextLine);
}

function toCsvFault(error: unknown, line: number): unknown {
  if (error instanceof TooManyCells) {
    const maxCells = MAX_CELLS.toLocaleString('en-US');
    return new CsvFault(line, `this row has more than ${maxCells} cells; the rest of the file was not read`);
  }
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE') {
    return new CsvFault(line, 'a quotation mark is not closed; the rest of the file was not read');
  }
  return new CsvFault(line, `${error.message}; the rest of the file was not read`);
}
