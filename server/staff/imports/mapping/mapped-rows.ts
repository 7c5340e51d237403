import { isNoDay } from '../../../lib/table/day.ts';
import type { Headings, TableDefinition } from '../../../lib/table/headings.ts';
import { openTable, type TableCells, type TableRow } from '../../../lib/table/table.ts';
import { type ImportMapping, type MappingSource, SKIP_ROWS } from './mapping.schema.ts';
import { type MappingRules, splitValues } from './mapping-rules.shared.ts';

/** A row as staff mapped it. Skipped rows are those with a value that staff chose not to import. */
export type MappedRow = TableRow | { line: number; isSkipped: true };

export interface MappedTable {
  headings: Headings;
  rows: AsyncGenerator<MappedRow>;
}

/** Opens a file with the columns, values, and defaults that staff chose. Throws TableError. */
export async function openMappedTable(
  chunks: AsyncIterable<Uint8Array>,
  { table, rules }: { table: TableDefinition; rules: MappingRules },
  { survey: { encoding }, mapping }: Pick<MappingSource, 'survey'> & { mapping: ImportMapping },
): Promise<MappedTable> {
  const columns = mapping.columns.map((field) => field || null);
  const { headings, rows } = await openTable(chunks, table, { encoding, columns });
  return { headings, rows: mapRows(rows, rules, mapping) };
}

async function* mapRows(
  rows: AsyncGenerator<TableRow>,
  rules: MappingRules,
  mapping: ImportMapping,
): AsyncGenerator<MappedRow> {
  const mapCells = createCellMapper(rules, mapping);
  for await (const row of rows) {
    if ('fault' in row) {
      yield row;
      continue;
    }
    const { line } = row;
    const cells = mapCells(row.cells);
    yield cells === null ? { line, isSkipped: true } : { line, cells };
  }
}

/** Creates a function that returns a row's cells with our values, or null if staff skip the row. */
function createCellMapper({ valued, days }: MappingRules, { values, defaults }: ImportMapping) {
  const toKey = (field: string, from: string) => JSON.stringify([field, from.trim().toLowerCase()]);
  const meanings = new Map(values.map(({ field, from, to }) => [toKey(field, from), to]));
  const defaultValues = Object.entries(defaults).filter(([, value]) => value !== '');
  const mappedFields = new Set(values.map(({ field }) => field));
  return (cells: TableCells): TableCells | null => {
    const mapped: Record<string, string> = { ...cells };
    for (const field of mappedFields) {
      const cell = cells[field] ?? '';
      const parts = splitValues(cell, valued[field]).map((part) => meanings.get(toKey(field, part)) ?? part);
      if (parts.includes(SKIP_ROWS)) return null;
      mapped[field] = parts.join(valued[field]?.separator ?? '');
    }
    for (const [field, value] of defaultValues) {
      const cell = mapped[field] ?? '';
      if (days.includes(field) ? isNoDay(cell) : cell.trim() === '') mapped[field] = value;
    }
    return mapped;
  };
}
