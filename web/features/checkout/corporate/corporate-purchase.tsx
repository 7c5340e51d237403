import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { RememberedContact } from '#server/domains/checkout/remembered-contact.schema.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { useCompletionToken } from '#web/lib/use-link-secret.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import { RequireLogin, SKELETON_HEIGHTS } from '../require-login.tsx';
import { useRememberedContact } from '../use-remembered-contact.ts';
import { CorporateCompletion } from './corporate-completion.tsx';
import { buildInitialValues, type CorporateValues, DRAFT_ID, SECRET_FIELDS } from './corporate-values.ts';
import { CorporateWizard } from './corporate-wizard.tsx';
import { ExistingCards } from './existing-cards.tsx';
import { ReopenedCorporate } from './reopened-corporate.tsx';

/**
 * Keeps its state in the URL: `step` is the current page, `completed` holds the id of a finished purchase,
 * and `complete` holds the token of an emailed link that reopens a purchase.
 */
export function CorporatePurchase({ onClose }: { onClose(): void }) {
  return (
    <RequireLogin
      loginTitle="Before you can continue..."
      reason="You need an account to manage your company and its cards."
    >
      {(viewer) => <Purchase viewer={viewer} onClose={onClose} />}
    </RequireLogin>
  );
}

function Purchase({ viewer, onClose }: { viewer: Viewer; onClose(): void }) {
  const [params] = useSearchParams();
  const reopenToken = useCompletionToken();
  const completedPurchaseId = params.get('completed');
  const ownCompany = trpc.corporate.company.useQuery(undefined, { enabled: completedPurchaseId === null });
  const contact = useRememberedContact(completedPurchaseId === null);
  const business = trpc.businesses.mine.useQuery(undefined, { enabled: completedPurchaseId === null });

  if (completedPurchaseId !== null)
    return <CorporateCompletion purchaseId={completedPurchaseId} onClose={onClose} />;
  if (ownCompany.data === undefined) {
    if (ownCompany.isError) {
      return (
        <ErrorBox message={toFailure(ownCompany.error).message} onRetry={() => void ownCompany.refetch()} />
      );
    }
    return <Skeleton heights={SKELETON_HEIGHTS} />;
  }
  // The business only prefills the form, so continue even if its query failed.
  if (ownCompany.data.company === null && (business.isPending || contact === undefined))
    return <Skeleton heights={SKELETON_HEIGHTS} />;
  if (ownCompany.data.hasCards) return <ExistingCards />;
  if (reopenToken !== null) {
    return <ReopenedCorporate token={reopenToken} company={ownCompany.data} email={viewer.email} />;
  }
  const offered = { business: business.data ?? null, contact: contact ?? null };
  return <CompanySteps viewer={viewer} ownCompany={ownCompany.data} offered={offered} />;
}

interface StepsProps {
  viewer: Viewer;
  ownCompany: RouterOutputs['corporate']['company'];
  offered: { business: RouterOutputs['businesses']['mine']; contact: RememberedContact | null };
}

function CompanySteps({ viewer, ownCompany, offered }: StepsProps) {
  const [run, setRun] = useState(() => ({
    round: 0,
    initial: buildInitialValues(ownCompany, viewer.email, offered),
  }));

  function startAgain(values: CorporateValues) {
    writeDraft(sessionStorage, DRAFT_ID, { values, submission: newSubmissionKey() }, SECRET_FIELDS);
    setRun({ round: run.round + 1, initial: values });
  }

  return (
    <CorporateWizard
      key={run.round}
      viewer={viewer}
      minimumWaived={ownCompany.minimumWaived}
      initial={run.initial}
      onStartAgain={startAgain}
    />
  );
}
