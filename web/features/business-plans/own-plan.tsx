import { useEffect, useRef } from 'react';
import { TRIAL_DAYS } from '#server/lib/business-rules.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { BillingActions, PayingCard } from '#web/features/billing/plan-billing.tsx';
import { useBusinessPlans } from '#web/features/catalog/business/use-business-plans.ts';
import { PlanPoints } from '#web/features/catalog/plan-card.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useRefetchPlans } from '#web/lib/use-refetch-plans.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ConfirmedAction } from '#web/ui/dialogs/confirmed-action.tsx';
import { Money } from '#web/ui/money.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Fact, Facts } from '#web/ui/page/facts.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { isOverdue } from '../memberships/state-remark.tsx';
import { ChangePlan } from './change/change-plan.tsx';
import classes from './own-plan.module.css';
import { PlanNotice } from './plan-notice.tsx';
import { formatDay, listSocialHandles, type OwnPlanData, PRESENT_AGAIN_LABELS } from './plan-text.ts';

type Programs = OwnPlanData['programs'];

function PlanPrograms({ programs: { loyalty, socialMedia, presentation } }: { programs: Programs }) {
  if (!loyalty && socialMedia === null && presentation === null) return null;
  return (
    <section aria-labelledby="own-plan-programs" className={classes.part}>
      <h4 id="own-plan-programs">Programs</h4>
      <Facts>
        {loyalty ? <Fact name="Sharing program">You’re in</Fact> : null}
        {socialMedia === null ? null : <SocialMedia socialMedia={socialMedia} />}
        {presentation === null ? null : <Presentation presentation={presentation} />}
      </Facts>
    </section>
  );
}

function SocialMedia({ socialMedia }: { socialMedia: NonNullable<Programs['socialMedia']> }) {
  const handles = listSocialHandles(socialMedia);
  const { socialMediaInfo } = socialMedia;
  return (
    <>
      <Fact name="Social media">
        {handles.length === 0 ? (
          'You’re in'
        ) : (
          <ul className={layout.plainList}>
            {handles.map(({ name, handle }) => (
              <li key={name} className={classes.handle}>
                {name}: {handle}
              </li>
            ))}
          </ul>
        )}
      </Fact>
      {socialMediaInfo === null ? null : (
        <Fact name="About your business">
          <span className={classes.text}>{socialMediaInfo}</span>
        </Fact>
      )}
    </>
  );
}

function Presentation({ presentation }: { presentation: NonNullable<Programs['presentation']> }) {
  const { presentationContactName, presentationContactEmail, presentationTime, presentationFuture } =
    presentation;
  return (
    <>
      <Fact name="Presentation contact">
        <span className={classes.handle}>
          {presentationContactName}
          <br />
          {presentationContactEmail}
        </span>
      </Fact>
      {presentationTime === null ? null : <Fact name="Best time">{presentationTime}</Fact>}
      <Fact name="Future presentations">{PRESENT_AGAIN_LABELS[presentationFuture]}</Fact>
    </>
  );
}

function CancelPlan({ plan }: { plan: OwnPlanData }) {
  const cancel = trpc.businessPlans.cancel.useMutation({ onSuccess: useRefetchPlans() });
  return (
    <div className={`${layout.tightRow} ${classes.actions}`}>
      <ConfirmedAction
        label="Cancel Plan"
        targetName={plan.planName}
        keepLabel="Keep Plan"
        onConfirm={() => cancel.mutateAsync()}
      >
        <p>Are you sure you want to cancel this plan? {plan.cancelTerms}</p>
      </ConfirmedAction>
    </div>
  );
}

/** Lists what the plan includes, from the catalog. */
function PlanIncludes({ planId }: { planId: number }) {
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

function PlanItem({ plan }: { plan: OwnPlanData }) {
  const { summary, nextCharge } = plan;
  const heading = useFocusOnceCanceled(plan.canCancel);
  return (
    <article className={classes.item} data-state={plan.state} aria-labelledby="own-plan-name">
      <h3 id="own-plan-name" ref={heading} tabIndex={-1}>
        {plan.kind === 'trial' ? `${plan.planName}, free trial` : plan.planName}
      </h3>
      <Facts>
        <Fact name="Status">
          <span className={layout.status}>{summary.label}</span>
        </Fact>
        <Fact name={isOverdue(summary) ? 'Due' : 'Next charge'}>
          <NextCharge charge={nextCharge} isOverdue={isOverdue(summary)} />
        </Fact>
        <Fact name={plan.kind === 'trial' ? 'Trial began' : 'Since'}>{formatDay(plan.startedAt)}</Fact>
        {nextCharge === null && summary.day ? (
          <>
            <Fact name={summary.day.label}>{formatDay(summary.day.at)}</Fact>
            <Fact name="Listed until">{formatDay(plan.listedUntil)}</Fact>
          </>
        ) : null}
        {plan.kind === 'trial' ? null : <PayingCard product="business plan" />}
      </Facts>
      <PlanNotice plan={plan} />
      {plan.state === 'ended' ? null : <PlanIncludes planId={plan.planId} />}
      {plan.change ? <ChangePlan plan={plan} change={plan.change} /> : null}
      <PlanPrograms programs={plan.programs} />
      {plan.kind === 'trial' ? null : (
        <div className={`${layout.tightRow} ${classes.actions}`}>
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

/** Shows the current business plan, or else the most recent one. */
export function OwnPlan() {
  const ownPlan = trpc.businessPlans.mine.useQuery();
  return (
    <section aria-labelledby="own-plan" className={layout.endedSection}>
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
        <div className={layout.centeredRow}>
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
