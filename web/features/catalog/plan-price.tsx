import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import { formatCents } from '#server/lib/money.ts';
import { formatPerInterval } from '#web/lib/format.ts';
import classes from './plan-card.module.css';

/** Shows the catalog's label only if it differs from the price. */
export function PlanPrice({ offer: { plan, label } }: { offer: { plan: Plan; label: string } }) {
  const price = formatPerInterval(plan.priceCents, plan.billingInterval);
  return (
    <div className={classes.price}>
      <p>
        <strong>{formatCents(plan.priceCents)}</strong>
        {price.slice(formatCents(plan.priceCents).length)}
      </p>
      {label === price ? null : <p className={classes.label}>{label}</p>}
    </div>
  );
}
