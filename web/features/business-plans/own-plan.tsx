import { TRIAL_DAYS } from '#server/lib/business-rules.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import classes from './own-plan.module.css';
import { PlanItem } from './plan-item.tsx';

/** Shows the current business plan, or else the most recent one. */
export function OwnPlan() {
  const ownPlan = trpc.businessPlans.mine.useQuery();
  return (
    <section aria-labelledby="own-plan" className={classes.section}>
      <h2 id="own-plan">Your plan</h2>
      {ownPlan.isPending ? <Skeleton heights={['26rem']} /> : null}
      {ownPlan.isError && ownPlan.data === undefined ? (
        <ErrorBox message={toFailure(ownPlan.error).message} onRetry={() => void ownPlan.refetch()} />
      ) : null}
      {ownPlan.data === null ? <NoPlan /> : null}
      {ownPlan.data ? <PlanItem plan={ownPlan.data} /> : null}
    </section>
  );
}

function NoPlan() {
  return (
    <EmptyState
      headingLevel={3}
      title="You don’t have a business plan"
      action={
        <div className={classes.ways}>
          <ButtonLink to={paths.businessPlans()}>Choose a plan</ButtonLink>
          <ButtonLink to={paths.trial()} variant="secondary">
            Try it free for {TRIAL_DAYS} days
          </ButtonLink>
        </div>
      }
    >
      With a plan, your business is in the savings search with its logo and promotions, for every member
      nearby.
    </EmptyState>
  );
}
