import { TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useCompanyPlans } from '#web/features/catalog/company/use-company-plans.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldScope } from '#web/ui/form/field-context.tsx';
import { hasErrors } from '#web/ui/form/validation.ts';
import { icon } from '#web/ui/icons.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from '../company-purchase.module.css';
import { findEmployeeErrors, ROWS_PER_PAGE } from './employee-errors.ts';
import { EmployeeFields } from './employee-fields.tsx';
import { type EmployeeValues, employeeName } from './employee-values.ts';
import type { EmployeesList } from './use-employees.ts';
import '#web/ui/styles/mantine-rest.css';

const ChevronIcon = icon(<path d="M9 6l6 6-6 6" />);

interface EmployeeRowProps {
  values: EmployeeValues;
  /** The employee's position in the whole list, across pages. */
  index: number;
  isOpen: boolean;
  companyName: string;
  onToggle(): void;
  onRemove(): void;
}

/** Shows a summary line and, while expanded, the employee's fields. */
function EmployeeRow({ values, index, isOpen, companyName, onToggle, onRemove }: EmployeeRowProps) {
  const { data: plans } = useCompanyPlans();
  const id = `employee-${values.key}`;
  const name = employeeName(values, index);
  const card = values.familyPlan ? plans?.family : plans?.personal;
  return (
    <li id={id} className={classes.row} data-open={isOpen || undefined}>
      <div className={classes.rowHead}>
        <h4>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-fields` : undefined}
            onClick={onToggle}
          >
            <ChevronIcon size={20} />
            <span className={classes.rowName}>
              {index + 1}. {name}
            </span>
            <span className={layout.detail}>{card?.copy.title}</span>
            {!isOpen && hasErrors(findEmployeeErrors(values)) ? (
              <span className={classes.flag}>Needs attention</span>
            ) : null}
          </button>
        </h4>
        <Button variant="quiet" onClick={onRemove} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </div>
      {isOpen ? (
        <fieldset id={`${id}-fields`} className={classes.rowFields} aria-label={`Employee ${index + 1}`}>
          <FieldScope name={`Employee ${index + 1}`}>
            <EmployeeFields
              pathPrefix={`employees.${index}.`}
              values={values}
              companyName={companyName}
              familyLabel={plans?.familyLabel}
            />
          </FieldScope>
        </fieldset>
      ) : null}
    </li>
  );
}

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
