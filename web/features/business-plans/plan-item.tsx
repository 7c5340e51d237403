import { useEffect, useRef } from 'react';
import { BillingActions, PayingCard } from '#web/features/billing/plan-billing.tsx';
import { Fact, Facts } from '#web/features/memberships/facts.tsx';
import { Money } from '#web/ui/money.tsx';
import { CancelPlan } from './cancel-plan.tsx';
import { ChangePlan } from './change/change-plan.tsx';
import { PlanIncludes } from './change/plan-includes.tsx';
import classes from './own-plan.module.css';
import { PlanNotice } from './plan-notice.tsx';
import { PlanPrograms } from './plan-programs.tsx';
import { formatDay, hasEnded, isOverdue, type OwnPlanData } from './plan-text.ts';

export function PlanItem({ plan }: { plan: OwnPlanData }) {
  const heading = useFocusOnceCanceled(plan.canCancel);
  return (
    <article className={classes.item} data-state={plan.state} aria-labelledby="own-plan-name">
      <h3 id="own-plan-name" ref={heading} tabIndex={-1}>
        {plan.kind === 'trial' ? `${plan.planName}, free trial` : plan.planName}
      </h3>
      <Facts>
        <Fact name="Status">
          <span className={classes.status}>{plan.statusText}</span>
        </Fact>
        <Fact name={isOverdue(plan) ? 'Due' : 'Next charge'}>
          <NextCharge charge={plan.nextCharge} isOverdue={isOverdue(plan)} />
        </Fact>
        <Fact name={plan.kind === 'trial' ? 'Trial began' : 'Since'}>{formatDay(plan.startedAt)}</Fact>
        {plan.nextCharge === null ? (
          <Fact name={hasEnded(plan) ? 'Ended' : 'Ends'}>{formatDay(plan.periodEnd)}</Fact>
        ) : null}
        {plan.nextCharge !== null ? null : <Fact name="Listed until">{formatDay(plan.listedUntil)}</Fact>}
        {plan.kind === 'trial' ? null : <PayingCard product="business plan" />}
      </Facts>
      <PlanNotice plan={plan} />
      {hasEnded(plan) ? null : <PlanIncludes planId={plan.planId} />}
      {plan.change ? <ChangePlan plan={plan} change={plan.change} /> : null}
      <PlanPrograms programs={plan.programs} />
      {plan.kind === 'trial' ? null : (
        <div className={classes.actions}>
          <BillingActions product="business plan" />
        </div>
      )}
      {plan.canCancel ? <CancelPlan plan={plan} /> : null}
    </article>
  );
}

interface NextChargeProps {
  charge: OwnPlanData['nextCharge'];
  isOverdue: boolean;
}

function NextCharge({ charge, isOverdue }: NextChargeProps) {
  if (charge === null) return 'None';
  return (
    <>
      <Money cents={charge.amountCents} /> {isOverdue ? 'since' : 'on'} {formatDay(charge.at)}
    </>
  );
}

/** After a cancellation, the Cancel button is gone, so move focus to the plan's heading. */
function useFocusOnceCanceled(canCancel: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const couldCancel = useRef(canCancel);
  useEffect(() => {
    if (!canCancel && couldCancel.current) heading.current?.focus();
    couldCancel.current = canCancel;
  }, [canCancel]);
  return heading;
}
