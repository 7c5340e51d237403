import { useEffect, useRef, useState } from 'react';
import { useCurrentErrors } from '#web/ui/form/field-context.tsx';
import { ROWS_PER_PAGE } from './employee-errors.ts';
import { type EmployeeValues, emptyEmployee, isUntouched } from './employee-values.ts';

type FocusTarget = { key: string; element: 'field' | 'toggle' } | 'add';

const EMPLOYEE_PATH = /^employees\.(\d+)\./;

/** Returns the positions of the employees that have errors, without duplicates. */
function findIndexesWithErrors(errors: Readonly<Record<string, string>>): number[] {
  const indexes = Object.keys(errors).flatMap((path) => EMPLOYEE_PATH.exec(path)?.[1] ?? []);
  return [...new Set(indexes.map(Number))].sort((a, b) => a - b);
}

/**
 * Holds the state of the employee list: expanded rows, page, and search. After a refused attempt, it shows
 * and expands the employees with errors, because the error summary can link only to rendered fields.
 */
export function useEmployees(
  employees: readonly EmployeeValues[],
  onChange: (employees: EmployeeValues[]) => void,
) {
  const { errors, attempt } = useCurrentErrors();
  const [expandedKeys, setExpandedKeys] = useState<ReadonlySet<string>>(
    () => new Set(employees.length === 1 ? employees.map(({ key }) => key) : []),
  );
  const [page, setPage] = useState(0);
  const [search, setSearch] = useState('');
  const [handledAttempt, setHandledAttempt] = useState(attempt);
  const pendingFocus = useRef<FocusTarget | null>(null);

  if (handledAttempt !== attempt) {
    setHandledAttempt(attempt);
    const indexes = findIndexesWithErrors(errors);
    if (indexes[0] !== undefined) {
      setSearch('');
      setPage(Math.floor(indexes[0] / ROWS_PER_PAGE));
      setExpandedKeys(new Set([...expandedKeys, ...indexes.flatMap((index) => employees[index]?.key ?? [])]));
    }
  }

  useEffect(() => {
    const target = pendingFocus.current;
    pendingFocus.current = null;
    if (target === 'add') document.getElementById('add-employee')?.focus();
    else if (target !== null) {
      const row = document.getElementById(`employee-${target.key}`);
      row?.querySelector<HTMLElement>(target.element === 'field' ? 'input' : 'button')?.focus();
    }
  });

  const searchText = search.trim().toLowerCase();
  const matches = employees
    .map((values, index) => ({ values, index }))
    .filter(({ values }) => searchText === '' || buildSearchableText(values).includes(searchText));
  const lastPage = Math.max(0, Math.ceil(matches.length / ROWS_PER_PAGE) - 1);
  const shownPage = Math.min(page, lastPage);

  return {
    employees,
    expandedKeys,
    search,
    page: shownPage,
    pageCount: lastPage + 1,
    matchCount: matches.length,
    rows: matches.slice(shownPage * ROWS_PER_PAGE, (shownPage + 1) * ROWS_PER_PAGE),
    setPage,
    setSearch(text: string) {
      setSearch(text);
      setPage(0);
    },
    toggle(key: string) {
      const next = new Set(expandedKeys);
      if (!next.delete(key)) next.add(key);
      setExpandedKeys(next);
    },
    add() {
      const newEmployee = emptyEmployee();
      setSearch('');
      setPage(Math.floor(employees.length / ROWS_PER_PAGE));
      setExpandedKeys(new Set([newEmployee.key]));
      pendingFocus.current = { key: newEmployee.key, element: 'field' };
      onChange([...employees, newEmployee]);
    },
    /** Adds the employees of a list, and drops blank rows. */
    addAll(added: readonly EmployeeValues[]) {
      const touchedEmployees = employees.filter((values) => !isUntouched(values));
      setExpandedKeys(new Set());
      setSearch('');
      setPage(Math.floor(touchedEmployees.length / ROWS_PER_PAGE));
      onChange([...touchedEmployees, ...added]);
    },
    remove(key: string) {
      const index = employees.findIndex((values) => values.key === key);
      const next = employees[index + 1] ?? employees[index - 1];
      pendingFocus.current = next === undefined ? 'add' : { key: next.key, element: 'toggle' };
      onChange(employees.filter((values) => values.key !== key));
    },
    clear() {
      pendingFocus.current = 'add';
      setPage(0);
      onChange([]);
    },
  };
}

export type EmployeesList = ReturnType<typeof useEmployees>;

function buildSearchableText({ firstname, lastname, email, phone }: EmployeeValues): string {
  return `${firstname} ${lastname} ${email} ${phone}`.toLowerCase();
}
