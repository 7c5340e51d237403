import { paths } from '#server/lib/pages.shared.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { StateRemark } from '../memberships/state-remark.tsx';
import classes from './own-plan.module.css';
import type { OwnPlanData } from './plan-text.ts';

/** Shows that the plan renews, when it ends or ended, or that a payment failed. */
export function PlanNotice({ plan: { summary } }: { plan: OwnPlanData }) {
  return (
    <StateRemark summary={summary}>
      {summary.actions.includes('choose-plan') ? (
        <div className={`${layout.row} ${classes.choice}`}>
          <ButtonLink to={paths.businessPlans()} variant="secondary">
            {summary.kind === 'trial' ? 'See the plans' : 'Choose a plan'}
          </ButtonLink>
        </div>
      ) : null}
    </StateRemark>
  );
}
