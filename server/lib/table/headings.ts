import { TableError } from './table-error.ts';

/** The headings that another system's export has. */
export interface KnownExport {
  name: string;
  /** Only this system's files have all of these headings. */
  signature: readonly string[];
  /** Its headings for our columns, used instead of the general ones. An empty list means none of them. */
  columns: Readonly<Record<string, readonly string[]>>;
}

export interface TableDefinition {
  /**
   * Other headings for each column, the preferred one first. A column's own name comes before them. Case,
   * spaces, and punctuation make no difference.
   */
  columns: Readonly<Record<string, readonly string[]>>;
  required: readonly string[];
  exports?: readonly KnownExport[];
}

export interface Headings {
  /** The column of each cell, or null if the cell isn't used. */
  columns: ReadonlyArray<string | null>;
  /** The headings that no column uses, as they are written. */
  unused: string[];
  missing: string[];
  /** Columns whose heading the row has more than once. */
  repeated: string[];
  /** The columns whose heading says that their times are in UTC. */
  utcColumns: string[];
  /** The name of the system that wrote the file, if it is known. */
  exportedFrom: string | null;
}

const NAMES_UTC = /\b(utc|gmt)\b/i;
const toKey = (heading: string) =>
  heading
    .replace(NAMES_UTC, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

export function countHeadings({ columns }: TableDefinition, cells: readonly string[]): number {
  const known = new Set(Object.entries(columns).flatMap(([name, others]) => [name, ...others].map(toKey)));
  return cells.filter((cell) => known.has(toKey(cell))).length;
}

/** Finds the column of each heading. A heading that a preferred one replaces is listed as unused. */
export function matchHeadings(definition: TableDefinition, cells: readonly string[]): Headings {
  const keys = cells.map(toKey);
  const knownExport = definition.exports?.find(({ signature }) =>
    signature.every((heading) => keys.includes(toKey(heading))),
  );
  const found = Object.entries(definition.columns).map(([column, others]) => {
    const headings = knownExport?.columns[column] ?? [column, ...others];
    const key = headings.map(toKey).find((heading) => keys.includes(heading));
    return { column, position: key === undefined ? -1 : keys.indexOf(key), key };
  });
  const columns = cells.map((_, at) => found.find(({ position }) => position === at)?.column ?? null);
  const isRepeated = (key: string | undefined) => keys.filter((other) => other === key).length > 1;
  return {
    columns,
    unused: listUnused(cells, columns),
    missing: definition.required.filter((column) => !columns.includes(column)),
    repeated: found.flatMap(({ column, key }) => (isRepeated(key) ? [column] : [])),
    utcColumns: columns.flatMap((column, at) =>
      column !== null && NAMES_UTC.test(cells[at] ?? '') ? [column] : [],
    ),
    exportedFrom: knownExport?.name ?? null,
  };
}

/** Uses the columns that someone chose for the headings. */
export function assignColumns(
  definition: TableDefinition,
  cells: readonly string[],
  columns: ReadonlyArray<string | null>,
): Headings {
  const unused = listUnused(cells, columns);
  return { ...matchHeadings(definition, cells), columns, unused, repeated: [] };
}

/** Returns the headings that no column uses, as they are written. */
function listUnused(cells: readonly string[], columns: ReadonlyArray<string | null>): string[] {
  return cells.filter((cell, at) => !columns[at] && cell.trim() !== '').map((cell) => cell.trim());
}

/** Throws TableError if a column is missing or named twice. */
export function requireHeadings(definition: TableDefinition, cells: readonly string[]): Headings {
  const headings = matchHeadings(definition, cells);
  const { missing, repeated } = headings;
  if (missing.length > 0) {
    throw new TableError(`The first line must name the columns. Missing: ${missing.join(', ')}.`);
  }
  if (repeated.length > 0)
    throw new TableError(`The first line names columns twice: ${repeated.join(', ')}.`);
  return headings;
}
