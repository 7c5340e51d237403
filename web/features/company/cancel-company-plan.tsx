import { trpc } from '#web/lib/trpc.ts';
import { ConfirmedAction } from '#web/ui/dialogs/confirmed-action.tsx';
import classes from '../business-plans/own-plan.module.css';
import { formatDay } from '../business-plans/plan-text.ts';

interface CancelCompanyPlanProps {
  periodEnd: string;
  /** If the last payment failed, canceling ends the plan immediately (D26). */
  isOverdue: boolean;
}

export function CancelCompanyPlan({ periodEnd, isOverdue }: CancelCompanyPlanProps) {
  const utils = trpc.useUtils();
  const cancel = trpc.corporate.cancel.useMutation({
    onSuccess: () => Promise.all([utils.corporate.invalidate(), utils.memberships.invalidate()]),
  });
  return (
    <div className={classes.actions}>
      <ConfirmedAction
        label="Cancel Plan"
        targetName="with all its cards"
        keepLabel="Keep Plan"
        onConfirm={() => cancel.mutateAsync()}
      >
        <p>
          Are you sure you want to cancel this plan?{' '}
          {isOverdue
            ? 'Your payment failed, so it ends today, with all your employees’ cards.'
            : `Your employees can use their cards until ${formatDay(periodEnd)}, the end of the period you paid for.`}
        </p>
      </ConfirmedAction>
    </div>
  );
}
