import { type ReactNode, useState } from 'react';
import { AuthenticationPanel } from '#web/features/accounts/authentication-panel.tsx';
import { useFocusOnChange } from '#web/features/accounts/use-focus-on-change.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import classes from './trial.module.css';
import { TrialForm } from './trial-form.tsx';
import { PlanRuns, type StartedTrial, TrialRunning, TrialStarted, TrialUsed } from './trial-outcomes.tsx';

/** Shows login, then either the form or why this account can't have a trial. */
export function TrialStages({ offer }: { offer: ReactNode }) {
  const viewer = trpc.viewer.user.useQuery();
  const mine = trpc.businessPlans.mine.useQuery(undefined, { enabled: Boolean(viewer.data) });
  const [started, setStarted] = useState<StartedTrial | null>(null);
  const [wasVisitor, setWasVisitor] = useState(false);
  if (viewer.data === null && !wasVisitor) setWasVisitor(true);
  const isKnown = Boolean(viewer.data) && !mine.isPending;
  // Only focus the form after a login: others start at the top of the modal.
  const view = started !== null ? 'started' : isKnown && wasVisitor ? 'known' : 'first';
  const container = useFocusOnChange(view);

  function stage() {
    if (started !== null) return <TrialStarted trial={started} />;
    if (viewer.data === null) return <Entrance offer={offer} />;
    if (viewer.isError) {
      return <ErrorBox message={toFailure(viewer.error).message} onRetry={() => void viewer.refetch()} />;
    }
    if (viewer.isPending || mine.isPending) return <Skeleton heights={['7rem', '20rem']} />;
    // Show the form even if the query failed: the server checks again.
    const own = mine.data ?? null;
    if (own?.kind === 'trial') return own.state === 'active' ? <TrialRunning plan={own} /> : <TrialUsed />;
    if (own !== null && viewer.data?.hasBusinessPlan) return <PlanRuns planName={own.planName} />;
    return (
      <>
        {offer}
        <TrialForm onStarted={setStarted} />
      </>
    );
  }

  return (
    <div ref={container} className={classes.stage}>
      {stage()}
    </div>
  );
}

function Entrance({ offer }: { offer: ReactNode }) {
  return (
    <>
      {offer}
      <p className={classes.first}>
        The trial belongs to an account: log in to yours, or register, and go on here.
      </p>
      <AuthenticationPanel />
    </>
  );
}
