import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import { PHYSICAL_CARD_SLUG } from '#server/domains/catalog/price.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useCompletionToken } from '#web/lib/use-link-secret.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import { toReferenceValues } from '../reference-values.ts';
import { ReopenStatus } from '../reopen-status.tsx';
import { CardCompletion } from './card-completion.tsx';
import { type CardPurchaseValues, draftId, SECRET_FIELDS, valuesFromCart } from './card-purchase-values.ts';
import { CardPurchaseWizard } from './card-purchase-wizard.tsx';

interface ReopenedPurchaseProps {
  token: string;
  plan: Plan;
  signedIn: boolean;
}

/** Stores the reopened purchase as a draft, then opens its payment page under a URL without the token. */
function ReopenedPurchase({ token, plan, signedIn }: ReopenedPurchaseProps) {
  const navigate = useLateNavigate();
  const { state } = useLocation();
  const reopened = trpc.checkout.reopen.useQuery({ token }, { staleTime: Number.POSITIVE_INFINITY });
  const { data } = reopened;

  useEffect(() => {
    if (data === undefined) return;
    const values = {
      ...valuesFromCart(data.cart, signedIn),
      ...(data.referrer && toReferenceValues(data.referrer)),
    };
    writeDraft(sessionStorage, draftId(plan), { values, submission: newSubmissionKey() }, SECRET_FIELDS);
    navigate({ search: `?plan=${plan.slug}&step=payment` }, { replace: true, state });
  }, [data, signedIn, plan, navigate, state]);

  return (
    <ReopenStatus
      error={reopened.error}
      onRetry={() => void reopened.refetch()}
      startLabel="Buy the card"
      startSearch={`?plan=${plan.slug}`}
    />
  );
}

interface CardPurchaseProps {
  plan: Plan;
  onClose(): void;
}

/**
 * Keeps its state in the URL: `step` is the current page, `completed` holds the id of a finished purchase,
 * and `complete` holds the token of an emailed link that reopens a purchase.
 */
export function CardPurchase({ plan, onClose }: CardPurchaseProps) {
  const [params] = useSearchParams();
  const reopenToken = useCompletionToken();
  const viewer = trpc.viewer.user.useQuery();
  const physicalCard = trpc.catalog.plans.useQuery(undefined, {
    select: (plans) => plans.find(({ slug }) => slug === PHYSICAL_CARD_SLUG),
    staleTime: 300_000,
  });
  const [run, setRun] = useState(0);

  const loadError = viewer.error ?? physicalCard.error;
  if (loadError !== null) {
    const retry = () => void Promise.all([viewer.refetch(), physicalCard.refetch()]);
    return <ErrorBox message={toFailure(loadError).message} onRetry={retry} />;
  }
  if (viewer.data === undefined || physicalCard.data === undefined) {
    return <Skeleton heights={['1.5rem', '2rem', '24rem']} />;
  }

  const completedPurchaseId = params.get('completed');
  if (completedPurchaseId !== null) {
    return (
      <CardCompletion
        purchaseId={completedPurchaseId}
        physicalCard={physicalCard.data}
        signedIn={viewer.data !== null}
        onClose={onClose}
      />
    );
  }
  if (reopenToken !== null)
    return <ReopenedPurchase token={reopenToken} plan={plan} signedIn={viewer.data !== null} />;

  function startAgain(values: CardPurchaseValues) {
    writeDraft(sessionStorage, draftId(plan), { values, submission: newSubmissionKey() }, SECRET_FIELDS);
    setRun(run + 1);
  }

  return (
    <CardPurchaseWizard
      key={run}
      plan={plan}
      physicalCard={physicalCard.data}
      viewer={viewer.data}
      onStartAgain={startAgain}
    />
  );
}
