import { Box } from '@mantine/core';
import { tableFeatures, useTable } from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';
import type { Cell } from '#server/staff/kit/list.schema.ts';
import type { ListColumn } from '#server/staff/kit/list.shared.ts';
import { formatCell } from './format-cell.tsx';
import classes from './staff.module.css';

export type TableRow = Readonly<Record<string, Cell>>;

interface StaffTableProps {
  /** Names the table for screen readers. */
  label: string;
  columns: Readonly<Record<string, ListColumn>>;
  rows: readonly TableRow[];
  /** Shown instead of a column's label, for example a button that sorts by it. */
  renderHeader?: (name: string, column: ListColumn) => ReactNode;
  /** Shown instead of a cell's value, for example a link. Undefined for the value itself. */
  renderCell?: (name: string, row: TableRow) => ReactNode | undefined;
  /** The order of the rows, for the column's `aria-sort`. */
  sorted?: { column: string; direction: 'asc' | 'desc' };
}

const features = tableFeatures({});

/** A table of a list's columns. On a phone, each row is a card with the columns' labels. */
export function StaffTable({ label, columns, rows, renderHeader, renderCell, sorted }: StaffTableProps) {
  const definitions = useMemo(
    () =>
      Object.keys(columns).map((name) => ({ id: name, accessorFn: (row: TableRow) => row[name] ?? null })),
    [columns],
  );
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({ features, columns: definitions, data });
  return (
    // Focusable, so that a wide table can be scrolled by keyboard.
    <Box component="section" className={classes.scroll} aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        <caption className={classes.caption}>{label}</caption>
        <thead>
          <tr>
            {Object.entries(columns).map(([name, column]) => (
              <th key={name} scope="col" data-format={column.format} aria-sort={sortOf(name, sorted)}>
                {renderHeader?.(name, column) ?? column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row, index) => (
            <tr key={String(row.original.id ?? index)}>
              {row.getAllCells().map(({ column: { id } }) => {
                const column = columns[id];
                if (!column) return null;
                return (
                  <td key={id} data-label={column.label} data-format={column.format}>
                    {renderCell?.(id, row.original) ?? formatCell(row.original[id], column.format)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

function sortOf(name: string, sorted: StaffTableProps['sorted']): 'ascending' | 'descending' | undefined {
  if (sorted?.column !== name) return undefined;
  return sorted.direction === 'asc' ? 'ascending' : 'descending';
}
