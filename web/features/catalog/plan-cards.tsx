import { toFailure } from '#web/lib/errors.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import classes from './plan-card.module.css';
import { PlanCard } from './plan-card.tsx';
import { useConsumerPlans } from './use-consumer-plans.ts';

export function PlanCards({ headingLevel = 2 }: { headingLevel?: 2 | 3 }) {
  const plans = useConsumerPlans();
  if (plans.isError) {
    return <ErrorBox message={toFailure(plans.error).message} onRetry={() => void plans.refetch()} />;
  }
  return (
    <div className={classes.cards}>
      {plans.isPending ? (
        <>
          <Skeleton heights={['29rem']} />
          <Skeleton heights={['29rem']} />
        </>
      ) : (
        plans.data.map((offer) => <PlanCard key={offer.slug} offer={offer} headingLevel={headingLevel} />)
      )}
    </div>
  );
}
