import { type ReactNode, useState } from 'react';
import { RETENTION_RATE, TRIAL_DAYS } from '#server/lib/business-rules.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { AuthenticationPanel } from '#web/features/accounts/authentication-panel.tsx';
import { useFocusOnChange } from '#web/features/accounts/use-focus-on-change.ts';
import {
  PREMIUM_PLAN,
  STANDARD_PLAN,
  useBusinessPlans,
} from '#web/features/catalog/business/use-business-plans.ts';
import { PlanPoints } from '#web/features/catalog/plan-card.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { formatPerInterval } from '#web/lib/format.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import classes from './trial.module.css';
import { TrialForm } from './trial-form.tsx';
import {
  ActivePlan,
  ActiveTrial,
  type StartedTrial,
  StartedTrialResult,
  UsedTrial,
} from './trial-outcomes.tsx';

/**
 * Shows visitors the login first, then the form or the reason why the account can't have a trial. Once a
 * trial has started, shows its details.
 */
function TrialStages({ offer }: { offer: ReactNode }) {
  const viewer = trpc.viewer.user.useQuery();
  const ownPlan = trpc.businessPlans.mine.useQuery(undefined, { enabled: Boolean(viewer.data) });
  const [startedTrial, setStartedTrial] = useState<StartedTrial | null>(null);
  const [wasVisitor, setWasVisitor] = useState(false);
  if (viewer.data === null && !wasVisitor) setWasVisitor(true);
  const isOwnerLoaded = Boolean(viewer.data) && !ownPlan.isPending;
  const plan = ownPlan.data ?? null;
  const [hadForm, setHadForm] = useState(false);
  if (isOwnerLoaded && plan === null && !hadForm) setHadForm(true);
  // After a login, focus moves to the form, and if the form goes because another window started the trial, to
  // what replaced it. Visitors who were already logged in start at the top of the modal.
  const shownView = hadForm && plan !== null ? 'over' : isOwnerLoaded && wasVisitor ? 'known' : 'first';
  const view = startedTrial === null ? shownView : 'started';
  const container = useFocusOnChange(view);

  function renderStage() {
    if (startedTrial !== null) return <StartedTrialResult trial={startedTrial} />;
    if (viewer.data === null) return <TrialLogin offer={offer} />;
    if (viewer.isError) {
      return <ErrorBox message={toFailure(viewer.error).message} onRetry={() => void viewer.refetch()} />;
    }
    if (viewer.isPending || ownPlan.isPending) return <Skeleton heights={['7rem', '20rem']} />;
    // If the query failed, show the form anyway: the server checks again.
    if (plan?.kind === 'trial') return plan.state === 'active' ? <ActiveTrial plan={plan} /> : <UsedTrial />;
    if (plan !== null && viewer.data?.hasBusinessPlan) return <ActivePlan planName={plan.planName} />;
    return (
      <>
        {offer}
        <TrialForm onStarted={setStartedTrial} />
      </>
    );
  }

  return (
    <div ref={container} className={classes.stage}>
      {renderStage()}
    </div>
  );
}

function TrialLogin({ offer }: { offer: ReactNode }) {
  return (
    <>
      {offer}
      <p className={classes.first}>
        You need an account for the trial. Log in or register, then continue here.
      </p>
      <AuthenticationPanel />
    </>
  );
}

const POINTS = [
  `Free for ${TRIAL_DAYS} days, without a card`,
  'Cancel any time, or let it end on its own',
  'Your free listing stays up for a year',
  `${RETENTION_RATE} business retention`,
];

const PROGRAMS = [
  { name: 'Standard program', slug: STANDARD_PLAN },
  { name: 'Premium program', slug: PREMIUM_PLAN },
];

function TrialOffer() {
  const plans = useBusinessPlans();
  return (
    <div className={classes.offer}>
      <PlanPoints points={POINTS} />
      <div>
        <p className={classes.after}>After the trial, if you like</p>
        <dl className={classes.programs}>
          {PROGRAMS.map(({ name, slug }) => {
            const plan = plans.data?.find((offer) => offer.slug === slug)?.plan;
            return (
              <div key={name}>
                <dt>{name}</dt>
                {/* Rendered empty until the prices have loaded, so that the layout doesn't shift. */}
                <dd className={classes.price}>
                  {plan && formatPerInterval(plan.priceCents, plan.billingInterval)}
                </dd>
                <dd className={classes.planName}>{plan?.copy.title}</dd>
              </div>
            );
          })}
        </dl>
      </div>
    </div>
  );
}

export function TrialModal({ opened }: { opened: boolean }) {
  return (
    <ModalRoute opened={opened} title="7 Day Business Trial" closePath={paths.home()} size="lg">
      <TrialStages offer={<TrialOffer />} />
    </ModalRoute>
  );
}
