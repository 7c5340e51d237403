import { trpc } from '#web/lib/trpc.ts';
import { ConfirmedAction } from '#web/ui/dialogs/confirmed-action.tsx';
import classes from './own-plan.module.css';
import { describeListingEnd, formatDay, type OwnPlanData } from './plan-text.ts';

export function CancelPlan({ plan }: { plan: OwnPlanData }) {
  const utils = trpc.useUtils();
  const cancel = trpc.businessPlans.cancel.useMutation({
    onSuccess: () =>
      Promise.all([
        utils.businessPlans.invalidate(),
        utils.businesses.mine.invalidate(),
        utils.viewer.user.invalidate(),
      ]),
  });
  return (
    <div className={classes.actions}>
      <ConfirmedAction
        label="Cancel Plan"
        targetName={plan.planName}
        keepLabel="Keep Plan"
        onConfirm={() => cancel.mutateAsync()}
      >
        <p>
          Are you sure you want to cancel this plan?{' '}
          {plan.state === 'past_due' || plan.state === 'unpaid'
            ? 'Your payment failed, so it ends today.'
            : `You will be able to use it until ${formatDay(plan.periodEnd)}, the end of the period you paid for. ${describeListingEnd(plan)}`}
        </p>
      </ConfirmedAction>
    </div>
  );
}
