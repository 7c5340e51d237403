import { type ReactNode, startTransition, useOptimistic, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import {
  type ListDefinition,
  type ListState,
  readListAddress,
  writeListAddress,
} from '#server/staff/kit/list.shared.ts';
import { staffListFile } from '#server/staff/sections.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { PageMeta } from '#web/ui/page/page-meta.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { formatCell } from './format-cell.tsx';
import { ListFilters } from './list-filters.tsx';
import classes from './staff.module.css';
import { StaffFileLink } from './staff-file-link.tsx';
import { StaffTable, type TableRow } from './staff-table.tsx';

export interface StaffListProps {
  /** The list's name on the server. */
  name: string;
  definition: ListDefinition;
  /** Returns the path of a row's page. The row's first column links to it. */
  linkTo?: (id: string, row: TableRow) => string;
  /** Buttons for the whole list. */
  actions?: ReactNode;
  /** Buttons for the rows that are selected with check boxes. If omitted, rows can't be selected. */
  rowActions?: (ids: readonly string[]) => ReactNode;
  /** Shown above the table, for example figures. */
  children?: ReactNode;
  /** Returns what to show instead of a cell's value, or undefined to show the value. */
  renderCell?: (name: string, row: TableRow) => ReactNode | undefined;
}

/** A list page of the console. The URL holds its search, filters, order, and page. */
export function StaffList(props: StaffListProps) {
  const { name, definition, linkTo, actions, rowActions, children, renderCell } = props;
  const [params, setParams] = useSearchParams();
  const state = readListAddress(definition, params);
  const query = trpc.staff.lists.read.useQuery({ list: name, ...state }, { placeholderData: (last) => last });
  // The router changes the URL's state in a transition, and the filters must not show the old values until then.
  const [filterState, showFilterState] = useOptimistic(state);
  const buildParams = (changes: Partial<ListState>) =>
    writeListAddress(definition, { ...state, cursor: null, ...changes });
  const changeFilters = (changes: Partial<ListState>) =>
    startTransition(() => {
      const next = { ...filterState, cursor: null, ...changes };
      showFilterState(next);
      setParams(writeListAddress(definition, next), { replace: true });
    });
  const [firstColumn] = Object.keys(definition.columns);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const selectedRowIds = (query.data?.rows ?? [])
    .map(({ id }) => String(id))
    .filter((id) => selectedIds.has(id));
  return (
    <>
      <PageMeta title={definition.title} noindex />
      <header className={classes.header}>
        <h1 tabIndex={-1}>{definition.title}</h1>
        <div className={`${layout.toolRow} ${classes.actions}`}>
          <StaffFileLink
            className={`${layout.touchLink} ${classes.quiet}`}
            href={staffListFile(name, buildParams({}).toString())}
          >
            Download CSV
          </StaffFileLink>
          {actions}
        </div>
      </header>
      {children}
      <ListFilters definition={definition} state={filterState} onChange={changeFilters} />
      {rowActions === undefined ? null : (
        <section
          aria-label="Selected rows"
          className={`${layout.toolRow} ${classes.actions}`}
          hidden={query.data?.rows.length === 0}
        >
          <span role="status">{selectedRowIds.length} selected</span>
          {rowActions(selectedRowIds)}
        </section>
      )}
      <ListBody
        failure={query.data ? null : query.error}
        onRetry={() => void query.refetch()}
        rows={query.data?.rows}
        empty={<NoRows definition={definition} state={state} />}
      >
        {(rows) => (
          <div aria-busy={query.isPlaceholderData || undefined}>
            <StaffTable
              label={definition.title}
              columns={definition.columns}
              rows={rows}
              selection={rowActions && { ids: selectedIds, onChange: setSelectedIds }}
              sorted={{ column: state.sort, direction: state.direction }}
              renderHeader={(column, { label, isSortable }) =>
                isSortable ? (
                  <Link replace to={{ search: buildParams(reverseSort(state, column)).toString() }}>
                    {label}
                    <span aria-hidden="true">&nbsp;{arrow(state, column)}</span>
                  </Link>
                ) : undefined
              }
              renderCell={(column, row) => {
                const content = renderCell?.(column, row);
                if (column !== firstColumn || !linkTo) return content;
                const format = definition.columns[column]?.format ?? 'text';
                return (
                  <Link to={linkTo(String(row.id), row)}>{content ?? formatCell(row[column], format)}</Link>
                );
              }}
            />
            <nav className={`${layout.touchLinks} ${classes.pages}`} aria-label="Pages">
              {state.cursor === null ? null : (
                <Link to={{ search: buildParams({}).toString() }}>First page</Link>
              )}
              {query.data?.nextCursor ? (
                <Link to={{ search: buildParams({ cursor: query.data.nextCursor }).toString() }} rel="next">
                  Next page
                </Link>
              ) : null}
            </nav>
          </div>
        )}
      </ListBody>
    </>
  );
}

interface ListBodyProps {
  failure: unknown;
  rows: readonly TableRow[] | undefined;
  empty: ReactNode;
  onRetry(): void;
  children(rows: readonly TableRow[]): ReactNode;
}

function ListBody({ failure, rows, empty, onRetry, children }: ListBodyProps) {
  if (failure) return <ErrorBox message={toFailure(failure).message} onRetry={onRetry} />;
  if (!rows) return <Skeleton heights={['24rem']} />;
  return rows.length > 0 ? children(rows) : empty;
}

function NoRows({ definition, state }: { definition: ListDefinition; state: ListState }) {
  if (state.search !== '' || Object.keys(state.filters).length > 0) {
    return (
      <EmptyState title="Nothing found">Change the search or the filters to see more results.</EmptyState>
    );
  }
  if (definition.isSearchRequired) return <EmptyState title="Search to see the list" />;
  return <EmptyState title="Nothing here yet" />;
}

function reverseSort(state: ListState, column: string): Pick<ListState, 'sort' | 'direction'> {
  const isReversed = state.sort === column && state.direction === 'asc';
  return { sort: column, direction: isReversed ? 'desc' : 'asc' };
}

function arrow(state: ListState, column: string): string {
  if (state.sort !== column) return '';
  return state.direction === 'asc' ? '↑' : '↓';
}
