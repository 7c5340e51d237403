import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Viewer } from '#server/viewer/viewer.schema.ts';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import { RequireLogin, WAITING } from '../require-login.tsx';
import { BusinessPlanCompletion } from './business-plan-completion.tsx';
import {
  type BusinessPlanValues,
  draftId,
  emptyBusinessPlan,
  SECRET_FIELDS,
} from './business-plan-values.ts';
import { BusinessPlanWizard } from './business-plan-wizard.tsx';
import type { BusinessPlan } from './business-plans.ts';
import { ManagePlan } from './manage-plan.tsx';
import { ReopenedBusinessPlan } from './reopened-business-plan.tsx';

interface BusinessPlanPurchaseProps {
  plan: BusinessPlan;
  onClose(): void;
}

/**
 * A business plan's purchase inside its modal. The URL holds its state: `step`, `completed` with the purchase's id, or
 * `complete` with the token of a mail's link that reopens it.
 */
export function BusinessPlanPurchase(props: BusinessPlanPurchaseProps) {
  return (
    <RequireLogin reason="Your plan and your listing belong to your account.">
      {(viewer) => <Purchase {...props} viewer={viewer} />}
    </RequireLogin>
  );
}

type OwnPlan = RouterOutputs['businessPlans']['mine'];

/** A trial or an ended plan doesn't prevent a purchase (D15). */
function blocksPurchase(own: OwnPlan): own is NonNullable<OwnPlan> {
  return own !== null && own.kind !== 'trial' && own.state !== 'ended';
}

function Purchase({ plan, viewer, onClose }: BusinessPlanPurchaseProps & { viewer: Viewer }) {
  const [params] = useSearchParams();
  const [start, setStart] = useState(() => ({ round: 0, initial: emptyBusinessPlan(plan) }));
  const completed = params.get('completed');
  const key = params.get('complete');
  const own = trpc.businessPlans.mine.useQuery(undefined, { enabled: completed === null });

  if (completed !== null) return <BusinessPlanCompletion purchaseId={completed} onClose={onClose} />;
  if (own.data === undefined) {
    if (own.isError) {
      return <ErrorBox message={toFailure(own.error).message} onRetry={() => void own.refetch()} />;
    }
    return <Skeleton heights={WAITING} />;
  }
  if (blocksPurchase(own.data)) return <ManagePlan planName={own.data.planName} />;
  if (key !== null) return <ReopenedBusinessPlan token={key} plan={plan} />;

  function startAgain(values: BusinessPlanValues) {
    writeDraft(sessionStorage, draftId(plan), { values, submission: newSubmissionKey() }, SECRET_FIELDS);
    setStart({ round: start.round + 1, initial: values });
  }

  return (
    <BusinessPlanWizard
      key={start.round}
      plan={plan}
      viewer={viewer}
      initial={start.initial}
      onStartAgain={startAgain}
    />
  );
}
