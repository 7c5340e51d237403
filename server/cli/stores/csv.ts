import { CsvError, parse } from 'csv-parse';

/** The file cannot be read on from here. */
export class CsvFault extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

export interface CsvRow {
  /** Where it begins in the file, from 1. */
  line: number;
  cells: string[];
}

/** A cell of this size is a quotation mark that somebody forgot. */
const MAX_ROW_BYTES = 1_000_000;
const NEWLINES = /\r\n|\r|\n/g;

/** The rows of a CSV file as they come in, with little of it in memory; UTF-8 with or without a mark, any line ends. */
export async function* readCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  let rows: CsvRow[] = [];
  let newlinesInCells = 0;
  let next = 1;
  const parser = parse({
    bom: true,
    // A quotation mark inside an unquoted cell is one: 5" nails.
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    // Taken here and not read from the stream, which would throw away good rows when a bad one follows.
    on_record: (cells: string[], info) => {
      // The library counts a line's end of two characters inside a cell twice.
      const line = info.records + info.empty_lines + newlinesInCells;
      const own = cells.reduce((sum, cell) => sum + (cell.match(NEWLINES)?.length ?? 0), 0);
      newlinesInCells += own;
      next = line + own + 1;
      rows.push({ line, cells });
      return null;
    },
  });
  // A stream complains to whoever listens; each call below hears of it as well.
  parser.on('error', () => {});
  parser.resume();
  const feed = (chunk?: Uint8Array) =>
    new Promise<unknown>((done) => {
      if (chunk) parser.write(chunk, done);
      else parser.end(done);
    });
  const taken = () => {
    const ready = rows;
    rows = [];
    return ready;
  };
  for await (const chunk of chunks) {
    const error = await feed(chunk);
    yield* taken();
    if (error) throw faultOf(error, next);
  }
  const error = await feed();
  yield* taken();
  if (error) throw faultOf(error, next);
}

function faultOf(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE') {
    return new CsvFault(line, 'a quotation mark is not closed; nothing from here on was read');
  }
  return new CsvFault(line, `${error.message}; nothing from here on was read`);
}
