import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Plan } from '#server/catalog/plan.schema.ts';
import { writeDraft } from '#web/components/wizard/draft.ts';
import { newSubmissionKey } from '#web/components/wizard/submission-key.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { draftId, SECRET_FIELDS, valuesFromCart } from './card-purchase-values.ts';

interface ReopenedPurchaseProps {
  token: string;
  plan: Plan;
  signedIn: boolean;
}

/** Lays a purchase that a mail's link opens into the draft, and goes on at its payment page without the key. */
export function ReopenedPurchase({ token, plan, signedIn }: ReopenedPurchaseProps) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const reopened = trpc.checkout.reopen.useQuery({ token }, { staleTime: Number.POSITIVE_INFINITY });
  const { data } = reopened;

  useEffect(() => {
    if (data === undefined) return;
    const values = valuesFromCart(data.cart, signedIn);
    writeDraft(sessionStorage, draftId(plan), { values, submission: newSubmissionKey() }, SECRET_FIELDS);
    navigate({ search: `?plan=${plan.slug}&step=payment` }, { replace: true, state });
  }, [data, signedIn, plan, navigate, state]);

  if (reopened.isError) {
    const failure = toFailure(reopened.error);
    if (failure.code !== 'PURCHASE_NOT_FOUND') {
      return <ErrorBox message={failure.message} onRetry={() => void reopened.refetch()} />;
    }
    return (
      <EmptyState
        headingLevel={3}
        title="This link does not open a purchase any more"
        action={
          <ButtonLink to={{ search: `?plan=${plan.slug}` }} state={state} replace>
            Buy the card
          </ButtonLink>
        }
      >
        It was completed already, or the link has expired. If you have a receipt in your e-mail, all is done.
      </EmptyState>
    );
  }
  return <Skeleton heights={['1.5rem', '2rem', '24rem']} />;
}
