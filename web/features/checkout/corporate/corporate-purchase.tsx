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
import { CorporateCompletion } from './corporate-completion.tsx';
import { type CorporateValues, DRAFT_ID, initialValues, SECRET_FIELDS } from './corporate-values.ts';
import { CorporateWizard } from './corporate-wizard.tsx';
import { ExistingCards } from './existing-cards.tsx';
import { ReopenedCorporate } from './reopened-corporate.tsx';

/**
 * A corporate purchase inside its modal. The URL holds its state: `step`, `completed` with the purchase's id, or
 * `complete` with the token of a mail's link that reopens it.
 */
export function CorporatePurchase({ onClose }: { onClose(): void }) {
  return (
    <RequireLogin
      gate="Before you can continue..."
      reason="Your company and its cards belong to your account."
    >
      {(viewer) => <Purchase viewer={viewer} onClose={onClose} />}
    </RequireLogin>
  );
}

function Purchase({ viewer, onClose }: { viewer: Viewer; onClose(): void }) {
  const [params] = useSearchParams();
  const completed = params.get('completed');
  const key = params.get('complete');
  const own = trpc.corporate.company.useQuery(undefined, { enabled: completed === null });
  const business = trpc.businesses.mine.useQuery(undefined, { enabled: completed === null });

  if (completed !== null) return <CorporateCompletion purchaseId={completed} onClose={onClose} />;
  if (own.data === undefined) {
    if (own.isError) {
      return <ErrorBox message={toFailure(own.error).message} onRetry={() => void own.refetch()} />;
    }
    return <Skeleton heights={WAITING} />;
  }
  // The business only prefills the form, so a failed query doesn't matter.
  if (own.data.company === null && business.isPending) return <Skeleton heights={WAITING} />;
  if (own.data.hasCards) return <ExistingCards />;
  if (key !== null) {
    return <ReopenedCorporate token={key} company={own.data.company} email={viewer.email} />;
  }
  return <Steps viewer={viewer} own={own.data} business={business.data ?? null} />;
}

interface StepsProps {
  viewer: Viewer;
  own: RouterOutputs['corporate']['company'];
  business: RouterOutputs['businesses']['mine'];
}

function Steps({ viewer, own, business }: StepsProps) {
  const [start, setStart] = useState(() => ({
    round: 0,
    initial: initialValues(own.company, viewer.email, business),
  }));

  function startAgain(values: CorporateValues) {
    writeDraft(sessionStorage, DRAFT_ID, { values, submission: newSubmissionKey() }, SECRET_FIELDS);
    setStart({ round: start.round + 1, initial: values });
  }

  return (
    <CorporateWizard
      key={start.round}
      viewer={viewer}
      minimumWaived={own.minimumWaived}
      initial={start.initial}
      onStartAgain={startAgain}
    />
  );
}
