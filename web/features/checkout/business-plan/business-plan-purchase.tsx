import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { BackofficeLink } from '#web/features/accounts/backoffice-link.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { useCompletionToken } from '#web/lib/use-link-secret.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import classes from '../checkout.module.css';
import { CompletionFrame } from '../completion/completion-frame.tsx';
import { NextStep, NextSteps, ReceiptStep } from '../completion/next-steps.tsx';
import { toReferenceValues } from '../reference-values.ts';
import { ReopenStatus } from '../reopen-status.tsx';
import { RequireLogin, SKELETON_HEIGHTS } from '../require-login.tsx';
import { contactValues, useRememberedContact } from '../use-remembered-contact.ts';
import {
  type BusinessPlanValues,
  draftId,
  emptyBusinessPlan,
  SECRET_FIELDS,
  valuesFromCart,
} from './business-plan-values.ts';
import { BusinessPlanWizard } from './business-plan-wizard.tsx';
import type { BusinessPlan } from './business-plans.ts';

interface ReopenedBusinessPlanProps {
  token: string;
  plan: BusinessPlan;
}

/** Stores the reopened purchase as a draft, then opens its payment page under a URL without the token. */
function ReopenedBusinessPlan({ token, plan }: ReopenedBusinessPlanProps) {
  const navigate = useLateNavigate();
  const { state } = useLocation();
  const reopened = trpc.businessPlans.reopen.useQuery({ token }, { staleTime: Number.POSITIVE_INFINITY });
  const { data } = reopened;

  useEffect(() => {
    if (data === undefined) return;
    const values = {
      ...valuesFromCart(plan, data.cart),
      ...(data.referrer && toReferenceValues(data.referrer)),
    };
    writeDraft(sessionStorage, draftId(plan), { values, submission: newSubmissionKey() }, SECRET_FIELDS);
    navigate({ search: `?plan=${plan.slug}&step=payment` }, { replace: true, state });
  }, [data, plan, navigate, state]);

  return (
    <ReopenStatus
      error={reopened.error}
      onRetry={() => void reopened.refetch()}
      startLabel="Purchase the plan"
      startSearch={`?plan=${plan.slug}`}
    />
  );
}

/** Shown instead of the wizard if the account already has a paid plan that hasn't ended. */
function ManagePlan({ planName }: { planName: string }) {
  const containerRef = useRef<HTMLDivElement>(null);
  // The element that had focus was replaced, so move focus here for keyboard and screen reader users.
  useEffect(() => containerRef.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={containerRef} tabIndex={-1} className={classes.arrival}>
      <EmptyState
        headingLevel={3}
        title="Manage your Business Plan"
        action={
          <div className={classes.ways}>
            <ButtonLink to={paths.business()}>Manage your plan</ButtonLink>
            <BackofficeLink variant="secondary">Go to the Backoffice</BackofficeLink>
          </div>
        }
      >
        You already have the {planName}. You can see its charges and receipts, change your listing and
        promotions, or cancel it.
      </EmptyState>
    </div>
  );
}

interface BusinessPlanCompletionProps {
  purchaseId: string;
  onClose(): void;
}

function BusinessPlanCompletion({ purchaseId, onClose }: BusinessPlanCompletionProps) {
  return (
    <CompletionFrame
      heading="You're all set!"
      text="Your business is now in the savings search. We’re emailing you a receipt."
    >
      <NextSteps>
        <NextStep link={<BackofficeLink>Go to the Backoffice</BackofficeLink>}>
          Your listing, your promotions, and your plan.
        </NextStep>
        <ReceiptStep purchaseId={purchaseId} label="View Receipt" />
      </NextSteps>
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
    </CompletionFrame>
  );
}

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
