/** The table can't be read at all: it isn't text, is empty, or its first line is wrong. */
export class TableError extends Error {}

/** A syntax error, after which the rest of the table can't be read. */
export class TableSyntaxError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}
