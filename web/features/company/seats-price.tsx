import { keepPreviousData } from '@tanstack/react-query';
import { countCards } from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import { formatLongDate } from '#server/lib/dates.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Money } from '#web/ui/money.tsx';
import type { EmployeeValues } from '../checkout/corporate/employees/employee-values.ts';

/** Fetches the price of additional cards, due now and at each renewal (D44). */
export function useSeatsQuote(employees: readonly EmployeeValues[]) {
  return trpc.corporate.seatsQuote.useQuery(countCards(employees), { placeholderData: keepPreviousData });
}

export function SeatsPrice({ employees }: { employees: readonly EmployeeValues[] }) {
  const { data, error } = useSeatsQuote(employees);
  if (error !== null) return <p>{toFailure(error).message}</p>;
  if (data === undefined) return null;
  const { quote, days, periodDays, until, yearlyCents } = data;
  const renewalDay = formatLongDate(new Date(until));
  return (
    <p>
      <Money cents={quote.totalCents} /> now, for {days} of {periodDays} days until {renewalDay}; then{' '}
      <Money cents={yearlyCents} /> more each year
    </p>
  );
}
