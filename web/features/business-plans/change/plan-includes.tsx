import { useBusinessPlans } from '#web/features/catalog/business/use-business-plans.ts';
import { PlanPoints } from '#web/features/catalog/plan-card.tsx';
import classes from '../own-plan.module.css';

/** Lists what the plan includes, from the catalog. */
export function PlanIncludes({ planId }: { planId: number }) {
  const plans = useBusinessPlans();
  const points = plans.data?.find(({ plan }) => plan.id === planId)?.plan.copy.points;
  if (points === undefined) return null;
  return (
    <section aria-labelledby="own-plan-includes" className={classes.part}>
      <h4 id="own-plan-includes">What’s included</h4>
      <PlanPoints points={points} />
    </section>
  );
}
