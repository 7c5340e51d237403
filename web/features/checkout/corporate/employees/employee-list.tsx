import { TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import classes from '../corporate.module.css';
import { ROWS_A_PAGE } from './employee-errors.ts';
import { EmployeeRow } from './employee-row.tsx';
import type { EmployeesList } from './use-employees.ts';

interface EmployeeListProps {
  list: EmployeesList;
  companyName: string;
}

/** A paged list of employees, with a search if there is more than one page. */
export function EmployeeList({ list, companyName }: EmployeeListProps) {
  const { employees, rows, open, search } = list;
  const isLong = employees.length > ROWS_A_PAGE;
  return (
    <div className={classes.employees}>
      {isLong ? (
        <TextInput
          label="Find an employee"
          type="search"
          autoComplete="off"
          value={search}
          onChange={(event) => list.setSearch(event.currentTarget.value)}
          // Enter would submit the wizard's page.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      ) : null}
      {isLong ? <Pager list={list} /> : null}
      <ol className={classes.rows}>
        {rows.map(({ values, place }) => (
          <EmployeeRow
            key={values.key}
            values={values}
            place={place}
            open={open.has(values.key)}
            companyName={companyName}
            onToggle={() => list.toggle(values.key)}
            onRemove={() => list.remove(values.key)}
          />
        ))}
      </ol>
      {isLong && rows.length > 12 ? <Pager list={list} /> : null}
    </div>
  );
}

function Pager({ list: { rows, found, employees, page, pages, setPage } }: { list: EmployeesList }) {
  const range = useRef<HTMLParagraphElement>(null);
  const before = useRef(page);
  useEffect(() => {
    before.current = page;
  }, [page]);
  const first = page * ROWS_A_PAGE + 1;
  const of = found === employees.length ? `${found}` : `${found} found`;
  return (
    <div className={classes.pager}>
      <p ref={range} role="status">
        {rows.length === 0 ? 'Nobody found' : `${first} to ${first + rows.length - 1} of ${of}`}
      </p>
      {pages > 1 ? (
        <div>
          <Button variant="quiet" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Previous {ROWS_A_PAGE}
          </Button>
          <Button variant="quiet" disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            Next {ROWS_A_PAGE}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
