import { TextInput } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import classes from '../corporate.module.css';
import { ROWS_PER_PAGE } from './employee-errors.ts';
import { EmployeeRow } from './employee-row.tsx';
import type { EmployeesList } from './use-employees.ts';

interface EmployeeListProps {
  list: EmployeesList;
  companyName: string;
}

/** Shows one page of the employees. The search appears only if there is more than one page. */
export function EmployeeList({ list, companyName }: EmployeeListProps) {
  const { employees, rows, expandedKeys, search } = list;
  const hasPages = employees.length > ROWS_PER_PAGE;
  return (
    <div className={classes.employees}>
      {hasPages ? (
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
      {hasPages ? <Pager list={list} /> : null}
      <ol className={classes.rows}>
        {rows.map(({ values, index }) => (
          <EmployeeRow
            key={values.key}
            values={values}
            index={index}
            isOpen={expandedKeys.has(values.key)}
            companyName={companyName}
            onToggle={() => list.toggle(values.key)}
            onRemove={() => list.remove(values.key)}
          />
        ))}
      </ol>
      {hasPages && rows.length > 12 ? <Pager list={list} /> : null}
    </div>
  );
}

function Pager({ list: { rows, matchCount, employees, page, pageCount, setPage } }: { list: EmployeesList }) {
  const range = useRef<HTMLParagraphElement>(null);
  const previousPage = useRef(page);
  useEffect(() => {
    previousPage.current = page;
  }, [page]);
  const firstRow = page * ROWS_PER_PAGE + 1;
  const totalText = matchCount === employees.length ? `${matchCount}` : `${matchCount} found`;
  return (
    <div className={classes.pager}>
      <p ref={range} role="status">
        {rows.length === 0 ? 'No matches' : `${firstRow} to ${firstRow + rows.length - 1} of ${totalText}`}
      </p>
      {pageCount > 1 ? (
        <div>
          <Button variant="quiet" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Previous {ROWS_PER_PAGE}
          </Button>
          <Button variant="quiet" disabled={page === pageCount - 1} onClick={() => setPage(page + 1)}>
            Next {ROWS_PER_PAGE}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
