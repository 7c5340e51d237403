import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { formatPerInterval } from '#web/lib/format.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import classes from './plan-list.module.css';
import { type BusinessPlan, useBusinessPlans } from './use-business-plans.ts';

interface PlanListProps {
  /** Selects the plans to show. The default is all of them. */
  filter?: (offer: BusinessPlan) => boolean;
  /** How many plans to reserve space for, so that the layout doesn't shift when they load. */
  skeletonCount: number;
  headingLevel?: 3 | 4;
}

export function PlanList({ filter = () => true, skeletonCount, headingLevel = 3 }: PlanListProps) {
  const plans = useBusinessPlans();
  const Heading = headingLevel === 3 ? 'h3' : 'h4';
  if (plans.isError) {
    return <ErrorBox message={toFailure(plans.error).message} onRetry={() => void plans.refetch()} />;
  }
  if (plans.isPending) return <Skeleton heights={Array.from({ length: skeletonCount }, () => '5.375rem')} />;
  return (
    <ul className={classes.list}>
      {plans.data.filter(filter).map(({ slug, plan }) => (
        <li key={slug}>
          <div>
            <Heading>{plan.copy.title}</Heading>
            <p>{plan.copy.summary}</p>
          </div>
          <p className={classes.price}>{formatPerInterval(plan.priceCents, plan.billingInterval)}</p>
          <ButtonLink to={paths.buyBusinessPlan(slug)} variant="secondary">
            Purchase<VisuallyHidden> {plan.copy.title}</VisuallyHidden>
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
