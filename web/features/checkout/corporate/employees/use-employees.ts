import { useEffect, useRef, useState } from 'react';
import { useMarkedErrors } from '#web/ui/form/field-context.tsx';
import { ROWS_A_PAGE } from './employee-errors.ts';
import { type EmployeeValues, emptyEmployee, isUntouched } from './employee-values.ts';

type Focus = { key: string; on: 'field' | 'toggle' } | 'add';

const EMPLOYEE_PATH = /^employees\.(\d+)\./;

/** The indexes of the employees with errors. */
function indexesWithErrors(errors: Readonly<Record<string, string>>): number[] {
  const places = Object.keys(errors).flatMap((path) => EMPLOYEE_PATH.exec(path)?.[1] ?? []);
  return [...new Set(places.map(Number))].sort((a, b) => a - b);
}

/**
 * The state of the employee list: expanded rows, page, and search. After a refused attempt it shows and expands the
 * employees with errors, so that the error summary can link to their fields.
 */
export function useEmployees(
  employees: readonly EmployeeValues[],
  onChange: (employees: EmployeeValues[]) => void,
) {
  const { errors, attempt } = useMarkedErrors();
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(employees.length === 1 ? employees.map(({ key }) => key) : []),
  );
  const [page, setPage] = useState(0);
  const [search, setSearch] = useState('');
  const [answered, setAnswered] = useState(attempt);
  const focus = useRef<Focus | null>(null);

  if (answered !== attempt) {
    setAnswered(attempt);
    const indexes = indexesWithErrors(errors);
    if (indexes[0] !== undefined) {
      setSearch('');
      setPage(Math.floor(indexes[0] / ROWS_A_PAGE));
      setOpen(new Set([...open, ...indexes.flatMap((place) => employees[place]?.key ?? [])]));
    }
  }

  useEffect(() => {
    const target = focus.current;
    focus.current = null;
    if (target === 'add') document.getElementById('add-employee')?.focus();
    else if (target !== null) {
      const row = document.getElementById(`employee-${target.key}`);
      row?.querySelector<HTMLElement>(target.on === 'field' ? 'input' : 'button')?.focus();
    }
  });

  const word = search.trim().toLowerCase();
  const found = employees
    .map((values, place) => ({ values, place }))
    .filter(({ values }) => word === '' || searchable(values).includes(word));
  const last = Math.max(0, Math.ceil(found.length / ROWS_A_PAGE) - 1);
  const shownPage = Math.min(page, last);

  return {
    employees,
    open,
    search,
    page: shownPage,
    pages: last + 1,
    found: found.length,
    rows: found.slice(shownPage * ROWS_A_PAGE, (shownPage + 1) * ROWS_A_PAGE),
    setPage,
    setSearch(text: string) {
      setSearch(text);
      setPage(0);
    },
    toggle(key: string) {
      const next = new Set(open);
      if (!next.delete(key)) next.add(key);
      setOpen(next);
    },
    add() {
      const added = emptyEmployee();
      setSearch('');
      setPage(Math.floor(employees.length / ROWS_A_PAGE));
      setOpen(new Set([added.key]));
      focus.current = { key: added.key, on: 'field' };
      onChange([...employees, added]);
    },
    /** Adds employees from a list, replacing an untouched first row. */
    addAll(added: readonly EmployeeValues[]) {
      const kept = employees.filter((values) => !isUntouched(values));
      setOpen(new Set());
      setSearch('');
      setPage(Math.floor(kept.length / ROWS_A_PAGE));
      onChange([...kept, ...added]);
    },
    remove(key: string) {
      const place = employees.findIndex((values) => values.key === key);
      const next = employees[place + 1] ?? employees[place - 1];
      focus.current = next === undefined ? 'add' : { key: next.key, on: 'toggle' };
      onChange(employees.filter((values) => values.key !== key));
    },
    clear() {
      focus.current = 'add';
      setPage(0);
      onChange([]);
    },
  };
}

export type EmployeesList = ReturnType<typeof useEmployees>;

function searchable({ firstname, lastname, email, phone }: EmployeeValues): string {
  return `${firstname} ${lastname} ${email} ${phone}`.toLowerCase();
}
