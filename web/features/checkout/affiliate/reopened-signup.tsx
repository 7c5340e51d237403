import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { AffiliateRole } from '#server/domains/affiliates/affiliate.schema.ts';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { trpc } from '#web/lib/trpc.ts';
import { writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import { toReferenceValues } from '../reference-values.ts';
import { ReopenStatus } from '../reopen-status.tsx';
import { type AffiliateValues, draftId, SECRET_FIELDS, valuesFromCart } from './affiliate-values.ts';

interface ReopenedSignupProps {
  token: string;
  role: AffiliateRole;
  search: string;
  initial: AffiliateValues;
}

/** Stores the reopened signup as a draft, then replaces the URL, so that the token is not kept in it. */
export function ReopenedSignup({ token, role, search, initial }: ReopenedSignupProps) {
  const navigate = useLateNavigate();
  const { state } = useLocation();
  const reopened = trpc.affiliateSignup.reopen.useQuery({ token }, { staleTime: Number.POSITIVE_INFINITY });
  const { data } = reopened;

  useEffect(() => {
    if (data === undefined) return;
    const values = {
      ...valuesFromCart(data.cart, initial),
      ...(data.referrer && toReferenceValues(data.referrer)),
    };
    writeDraft(sessionStorage, draftId(role), { values, submission: newSubmissionKey() }, SECRET_FIELDS);
    // The wizard goes back to the first incomplete page, because the draft has no signature and no tax form.
    navigate({ search: `${search}&step=payment` }, { replace: true, state });
  }, [data, role, search, initial, navigate, state]);

  return (
    <ReopenStatus
      error={reopened.error}
      onRetry={() => void reopened.refetch()}
      startLabel="Sign up"
      startSearch={search}
    />
  );
}
