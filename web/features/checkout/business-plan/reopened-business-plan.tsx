import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { trpc } from '#web/lib/trpc.ts';
import { writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import { toReferenceValues } from '../reference-values.ts';
import { ReopenStatus } from '../reopen-status.tsx';
import { draftId, SECRET_FIELDS, valuesFromCart } from './business-plan-values.ts';
import type { BusinessPlan } from './business-plans.ts';

interface ReopenedBusinessPlanProps {
  token: string;
  plan: BusinessPlan;
}

/** Stores the reopened purchase as a draft, then opens its payment page under a URL without the token. */
export function ReopenedBusinessPlan({ token, plan }: ReopenedBusinessPlanProps) {
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
