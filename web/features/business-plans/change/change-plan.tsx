import { lazy, Suspense, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { opensModal } from '#web/lib/history-state.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useRefetchPlans } from '#web/lib/use-refetch-plans.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from '../own-plan.module.css';
import type { OwnPlanData } from '../plan-text.ts';

const ChangePlanModal = lazy(async () => ({
  default: (await import('./change-plan-modal.tsx')).ChangePlanModal,
}));

interface ChangePlanProps {
  plan: OwnPlanData;
  change: NonNullable<OwnPlanData['change']>;
}

/** Opens the list of plans, and lets the owner undo a scheduled change. */
export function ChangePlan({ plan, change: { obstacle, scheduled } }: ChangePlanProps) {
  const actions = useRef<HTMLDivElement>(null);
  const [params] = useSearchParams();
  const choice = params.get('change');
  // While the modal closes, the URL no longer has the parameter.
  const [lastChoice, setLastChoice] = useState(choice);
  if (choice !== null && choice !== lastChoice) setLastChoice(choice);
  return (
    <>
      {obstacle === null ? (
        <div className={`${layout.tightRow} ${classes.actions}`} ref={actions}>
          <ButtonLink to={paths.changeBusinessPlan()} state={opensModal} variant="secondary">
            Change plan
          </ButtonLink>
          {scheduled === null ? null : (
            // After a click, this button is gone, so move focus to the link.
            <KeepPlan planName={plan.planName} onKept={() => actions.current?.querySelector('a')?.focus()} />
          )}
        </div>
      ) : null}
      {/* The URL can open this modal even while the plan can't be changed. It then shows why. */}
      {lastChoice === null ? null : (
        <Suspense fallback={null}>
          <ChangePlanModal opened={choice !== null} choice={lastChoice} plan={plan} obstacle={obstacle} />
        </Suspense>
      )}
    </>
  );
}

function KeepPlan({ planName, onKept }: { planName: string; onKept: () => void }) {
  const refetchPlans = useRefetchPlans();
  const keep = trpc.businessPlanChanges.keep.useMutation({
    onSuccess: async () => {
      await refetchPlans();
      onKept();
    },
  });
  return (
    <>
      <Button variant="secondary" busy={keep.isPending} onClick={() => keep.mutate()}>
        Keep {planName}
      </Button>
      {keep.error ? <ErrorBox message={toFailure(keep.error).message} focus /> : null}
    </>
  );
}
