import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { useCompletionToken } from '#web/lib/use-link-secret.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import { RequireLogin, SKELETON_HEIGHTS } from '../require-login.tsx';
import { contactValues, useRememberedContact } from '../use-remembered-contact.ts';
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
 * Keeps its state in the URL: `step` is the current page, `completed` holds the id of a finished purchase,
 * and `complete` holds the token of an emailed link that reopens a purchase.
 */
export function BusinessPlanPurchase(props: BusinessPlanPurchaseProps) {
  return (
    <RequireLogin reason="You need an account for your plan and your listing.">
      {(viewer) => <Purchase {...props} viewer={viewer} />}
    </RequireLogin>
  );
}

type OwnPlan = RouterOutputs['businessPlans']['mine'];

/** A trial or an ended plan doesn't prevent a purchase (D15). */
function blocksPurchase(plan: OwnPlan): plan is NonNullable<OwnPlan> {
  return plan !== null && plan.kind !== 'trial' && plan.state !== 'ended';
}

function Purchase({ plan, viewer, onClose }: BusinessPlanPurchaseProps & { viewer: Viewer }) {
  const [params] = useSearchParams();
  const reopenToken = useCompletionToken();
  const [run, setRun] = useState<{ round: number; initial?: BusinessPlanValues }>({ round: 0 });
  const completedPurchaseId = params.get('completed');
  const ownPlan = trpc.businessPlans.mine.useQuery(undefined, { enabled: completedPurchaseId === null });
  const contact = useRememberedContact(completedPurchaseId === null);

  if (completedPurchaseId !== null)
    return <BusinessPlanCompletion purchaseId={completedPurchaseId} onClose={onClose} />;
  if (ownPlan.data === undefined || contact === undefined) {
    if (ownPlan.isError) {
      return <ErrorBox message={toFailure(ownPlan.error).message} onRetry={() => void ownPlan.refetch()} />;
    }
    return <Skeleton heights={SKELETON_HEIGHTS} />;
  }
  if (blocksPurchase(ownPlan.data)) return <ManagePlan planName={ownPlan.data.planName} />;
  if (reopenToken !== null) return <ReopenedBusinessPlan token={reopenToken} plan={plan} />;

  function startAgain(values: BusinessPlanValues) {
    writeDraft(sessionStorage, draftId(plan), { values, submission: newSubmissionKey() }, SECRET_FIELDS);
    setRun({ round: run.round + 1, initial: values });
  }

  return (
    <BusinessPlanWizard
      key={run.round}
      plan={plan}
      viewer={viewer}
      initial={run.initial ?? { ...emptyBusinessPlan(plan), ...contactValues(contact) }}
      onStartAgain={startAgain}
    />
  );
}
