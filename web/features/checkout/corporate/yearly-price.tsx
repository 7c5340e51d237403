import { countCards } from '#server/checkout/kinds/corporate/corporate.schema.ts';
import { useCorporatePlans } from '#web/features/catalog/corporate/use-corporate-plans.ts';
import { Money } from '#web/ui/money.tsx';
import type { EmployeeValues } from './employees/employee-values.ts';

/** The price by the catalog, before promo codes. The quote has the final price. */
export function YearlyPrice({ employees }: { employees: readonly EmployeeValues[] }) {
  const { data: plans } = useCorporatePlans();
  if (!plans || employees.length === 0) return null;
  const { personal, family } = countCards(employees);
  return (
    <p>
      <Money cents={personal * plans.personal.priceCents + family * plans.family.priceCents} /> a year, before
      promo codes
    </p>
  );
}
