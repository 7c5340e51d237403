import { countsOf } from '#server/checkout/kinds/corporate/corporate.schema.ts';
import { useCorporatePlans } from '#web/features/catalog/corporate/use-corporate-plans.ts';
import { Money } from '#web/ui/money.tsx';
import type { EmployeeValues } from './employee-values.ts';

/** The cards by the catalog's prices; what is charged, with a promo code, is the server's to say (DESIGN D2). */
export function YearlyPrice({ employees }: { employees: readonly EmployeeValues[] }) {
  const { data: plans } = useCorporatePlans();
  if (!plans || employees.length === 0) return null;
  const { personal, family } = countsOf(employees);
  return (
    <p>
      <Money cents={personal * plans.personal.priceCents + family * plans.family.priceCents} /> a year, before
      promo codes
    </p>
  );
}
