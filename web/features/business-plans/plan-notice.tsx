import type { ReactNode } from 'react';
import { paths } from '#server/lib/pages.shared.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from './own-plan.module.css';
import {
  describeFreeListing,
  describeListingEnd,
  formatDay,
  isOverdue,
  type OwnPlanData,
} from './plan-text.ts';

/** Shows that the plan renews, when it ends or ended, or that a payment failed. */
export function PlanNotice({ plan }: { plan: OwnPlanData }) {
  const { kind, state, periodEnd, nextCharge } = plan;
  const end = formatDay(periodEnd);
  if (isOverdue(plan)) {
    return (
      <p className={classes.remark}>
        We couldn’t collect the payment due on {end}. Pay it to keep this plan.
      </p>
    );
  }
  if (kind === 'trial') return <TrialNotice plan={plan} />;
  if (state === 'ended') {
    return (
      <PlanChoice title={`Your plan ended on ${end}`} action="Choose a plan">
        {describeFreeListing(plan) ?? 'Choose a plan to put your business back in the savings search.'}
      </PlanChoice>
    );
  }
  if (state === 'canceled') {
    return (
      <p className={classes.remark}>
        You can use it until {end}. {describeListingEnd(plan)}
      </p>
    );
  }
  return (
    <p className={classes.remark}>
      {nextCharge === null
        ? `It ends on its own on ${end}, and you won’t be charged.`
        : 'It renews automatically until you cancel it.'}
    </p>
  );
}

function TrialNotice({ plan }: { plan: OwnPlanData }) {
  const end = formatDay(plan.periodEnd);
  const afterTrial = `${describeFreeListing(plan) ?? ''} A plan keeps your business in the savings search after that.`;
  return plan.state === 'ended' ? (
    <PlanChoice title={`Your trial ended on ${end}`} action="Choose a plan">
      You weren’t charged. {afterTrial}
    </PlanChoice>
  ) : (
    <PlanChoice title={`Your trial ends on ${end}`} action="See the plans">
      It ends on its own, and you won’t be charged. {afterTrial}
    </PlanChoice>
  );
}

function PlanChoice({ title, action, children }: { title: string; action: string; children: ReactNode }) {
  return (
    <Notice title={title}>
      <p>{children}</p>
      <div className={`${layout.row} ${classes.choice}`}>
        <ButtonLink to={paths.businessPlans()} variant="secondary">
          {action}
        </ButtonLink>
      </div>
    </Notice>
  );
}
