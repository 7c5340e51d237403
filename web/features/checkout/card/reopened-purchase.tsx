import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { trpc } from '#web/lib/trpc.ts';
import { writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import { toReferenceValues } from '../reference-values.ts';
import { ReopenStatus } from '../reopen-status.tsx';
import { draftId, SECRET_FIELDS, valuesFromCart } from './card-purchase-values.ts';

interface ReopenedPurchaseProps {
  token: string;
  plan: Plan;
  signedIn: boolean;
}

/** Stores the reopened purchase as a draft, then opens its payment page under a URL without the token. */
export function ReopenedPurchase({ token, plan, signedIn }: ReopenedPurchaseProps) {
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
