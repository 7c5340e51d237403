import type { ReactNode } from 'react';
import { computePlanCount, countCards } from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import { MIN_CORPORATE_CARDS } from '#server/lib/business-rules.ts';
import { useField } from '#web/ui/form/field-context.tsx';
import classes from './corporate.module.css';
import { cardCountError } from './employees/employee-errors.ts';
import type { EmployeeValues } from './employees/employee-values.ts';

interface CardCountProps {
  employees: readonly EmployeeValues[];
  minimumWaived: boolean;
  /** The price of the cards in the list. */
  price: ReactNode;
}

const pluralize = (count: number, singular: string) => `${count} ${singular}${count === 1 ? '' : 's'}`;

export function CardCount({ employees, minimumWaived, price }: CardCountProps) {
  const field = useField('employees', 'Employees', focusAdd);
  const counts = countCards(employees);
  // Toward the minimum, a family card counts as two.
  const countedCards = minimumWaived ? employees.length : computePlanCount(counts);
  const countError = cardCountError(employees, minimumWaived);
  return (
    <div className={classes.count} data-short={countError === null ? undefined : true}>
      <p className={classes.countTotal} role="status">
        {minimumWaived
          ? pluralize(countedCards, 'card')
          : `${pluralize(countedCards, 'card')} of at least ${MIN_CORPORATE_CARDS}`}
      </p>
      <p>
        {counts.personal} personal, {counts.family} family
        {counts.family > 0 && !minimumWaived ? ' (each counts as two)' : ''}
      </p>
      {price}
      {countError === null ? null : <p className={classes.cardCountError}>{countError}</p>}
      {field.error === undefined || field.error === countError ? null : (
        <p className={classes.cardCountError}>{field.error}</p>
      )}
    </div>
  );
}

function focusAdd(): void {
  document.getElementById('add-employee')?.focus();
}
