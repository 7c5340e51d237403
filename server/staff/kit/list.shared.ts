/** How a cell is shown in the table and written to the CSV file. Instants are ISO 8601 text, in UTC. */
export type CellFormat = 'text' | 'id' | 'status' | 'cents' | 'count' | 'instant' | 'day';

export interface ListColumn {
  label: string;
  format: CellFormat;
  /** The list's repository must have a sort expression with an index for this column. */
  isSortable?: true;
}

/** A choice, or a day such as '2026-11-22' in the business's time zone. */
export type ListFilter =
  | {
      label: string;
      options: Readonly<Record<string, string>>;
      /** The label of the choice for no filter. By default, 'All'. */
      unset?: string;
    }
  | { label: string; format: 'day' };

/** A list of the staff console. Its table, URL, CSV file, and query derive from this. */
export interface ListDefinition {
  title: string;
  columns: Readonly<Record<string, ListColumn>>;
  filters: Readonly<Record<string, ListFilter>>;
  /** The label of the search field. If undefined, the list has no search. */
  search?: string;
  /** The list is empty until staff search. */
  isSearchRequired?: true;
  sort: { column: string; direction: SortDirection };
  /** Only for developers (account type 42). */
  isSystem?: true;
}

export type SortDirection = 'asc' | 'desc';

/** The state in a list's URL: what it is filtered and sorted by, and where the page starts. */
export interface ListState {
  search: string;
  filters: Record<string, string>;
  sort: string;
  direction: SortDirection;
  cursor: string | null;
}

const RESERVED = { search: 'q', sort: 'sort', cursor: 'after' } as const;

/** Reads a list's state from the URL's query. Ignores unknown names and values. */
export function readListAddress(definition: ListDefinition, params: URLSearchParams): ListState {
  const [column = '', direction] = (params.get(RESERVED.sort) ?? '').split('.');
  const isSorted = definition.columns[column]?.isSortable === true;
  return {
    search: definition.search === undefined ? '' : (params.get(RESERVED.search) ?? ''),
    filters: Object.fromEntries(
      Object.entries(definition.filters).flatMap(([name, filter]) => {
        const value = params.get(name);
        return value !== null && isFilterValue(filter, value) ? [[name, value]] : [];
      }),
    ),
    sort: isSorted ? column : definition.sort.column,
    direction: isSorted ? (direction === 'desc' ? 'desc' : 'asc') : definition.sort.direction,
    cursor: params.get(RESERVED.cursor),
  };
}

/** The opposite of `readListAddress`. Omits defaults. */
export function writeListAddress(definition: ListDefinition, state: ListState): URLSearchParams {
  const params = new URLSearchParams();
  if (state.search !== '') params.set(RESERVED.search, state.search);
  for (const [name, value] of Object.entries(state.filters)) params.set(name, value);
  const { sort } = definition;
  if (state.sort !== sort.column || state.direction !== sort.direction) {
    params.set(RESERVED.sort, `${state.sort}.${state.direction}`);
  }
  if (state.cursor !== null) params.set(RESERVED.cursor, state.cursor);
  return params;
}

export function isFilterValue(filter: ListFilter, value: string): boolean {
  return 'options' in filter ? Object.hasOwn(filter.options, value) : /^\d{4}-\d{2}-\d{2}$/.test(value);
}
