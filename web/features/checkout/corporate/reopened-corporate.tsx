import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import { ReopenStatus } from '../reopen-status.tsx';
import { DRAFT_ID, SECRET_FIELDS, valuesFromCart } from './corporate-values.ts';

interface ReopenedCorporateProps {
  token: string;
  company: Pick<RouterOutputs['corporate']['company'], 'company' | 'referrerLabel'>;
  email: string;
}

/** Stores the reopened purchase as a draft, then opens its payment page under a URL without the token. */
export function ReopenedCorporate({ token, company, email }: ReopenedCorporateProps) {
  const navigate = useLateNavigate();
  const { state } = useLocation();
  const reopened = trpc.corporate.reopen.useQuery({ token }, { staleTime: Number.POSITIVE_INFINITY });
  const { data } = reopened;

  useEffect(() => {
    if (data === undefined) return;
    const values = valuesFromCart(data.cart, company, email);
    writeDraft(sessionStorage, DRAFT_ID, { values, submission: newSubmissionKey() }, SECRET_FIELDS);
    navigate({ search: '?plan=corporate&step=payment' }, { replace: true, state });
  }, [data, company, email, navigate, state]);

  return (
    <ReopenStatus
      error={reopened.error}
      onRetry={() => void reopened.refetch()}
      startLabel="Buy corporate cards"
      startSearch="?plan=corporate"
    />
  );
}
