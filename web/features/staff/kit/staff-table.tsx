import { Box, Checkbox } from '@mantine/core';
import visuallyHidden from '#web/ui/visually-hidden.module.css';
import '#web/ui/styles/mantine-rest.css';
import { tableFeatures, useTable } from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';
import type { Cell } from '#server/staff/kit/list.schema.ts';
import type { ListColumn } from '#server/staff/kit/list.shared.ts';
import { formatCell } from './format-cell.tsx';
import kit from './staff.module.css';
import classes from './staff-table.module.css';

export type TableRow = Readonly<Record<string, Cell>>;

interface StaffTableProps {
  /** Names the table for screen readers. */
  label: string;
  columns: Readonly<Record<string, ListColumn>>;
  rows: readonly TableRow[];
  /** Returns what to show instead of a column's label, such as a button that sorts by it. */
  renderHeader?: (name: string, column: ListColumn) => ReactNode;
  /** Returns what to show instead of a cell's value, such as a link, or undefined to show the value. */
  renderCell?: (name: string, row: TableRow) => ReactNode | undefined;
  /** The sort order of the rows, for the column's `aria-sort`. */
  sorted?: { column: string; direction: 'asc' | 'desc' };
  /** Adds a check box to each row. */
  selection?: TableSelection | undefined;
}

export interface TableSelection {
  ids: ReadonlySet<string>;
  onChange(ids: ReadonlySet<string>): void;
}

const features = tableFeatures({});

/** On a phone, each row is a card with the columns' labels. */
export function StaffTable(props: StaffTableProps) {
  const { label, columns, rows, renderHeader, renderCell, sorted, selection } = props;
  const definitions = useMemo(
    () =>
      Object.keys(columns).map((name) => ({ id: name, accessorFn: (row: TableRow) => row[name] ?? null })),
    [columns],
  );
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({ features, columns: definitions, data });
  if (rows.length === 0) return <p className={kit.subtitle}>Nothing here yet.</p>;
  return (
    // Focusable, so that a wide table can be scrolled by keyboard.
    <Box role="group" className={classes.scroll} aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        <caption className={visuallyHidden.hidden}>{label}</caption>
        <thead>
          <tr>
            {selection === undefined ? null : (
              <th scope="col">
                <RowCheckbox label="Select all" ids={rows.map(idOf)} selection={selection} />
              </th>
            )}
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
              {selection === undefined ? null : (
                <td data-label="Select">
                  <RowCheckbox
                    label={`Select ${Object.keys(columns)
                      .slice(0, 2)
                      .map((name) => row.original[name])
                      .join(' ')}`}
                    ids={[idOf(row.original)]}
                    selection={selection}
                  />
                </td>
              )}
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

const idOf = (row: TableRow) => String(row.id);

interface RowCheckboxProps {
  label: string;
  ids: readonly string[];
  selection: TableSelection;
}

/** Selects one row, or all rows. */
function RowCheckbox({ label, ids, selection }: RowCheckboxProps) {
  const isChecked = ids.length > 0 && ids.every((id) => selection.ids.has(id));
  const change = () => {
    const others = [...selection.ids].filter((id) => !ids.includes(id));
    selection.onChange(new Set(isChecked ? others : [...others, ...ids]));
  };
  return <Checkbox aria-label={label} checked={isChecked} onChange={change} />;
}
