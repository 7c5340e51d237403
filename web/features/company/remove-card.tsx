import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmedAction } from '#web/ui/dialogs/confirmed-action.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { formatDay } from '../business-plans/plan-text.ts';
import { type CompanyCardData, holderName } from './company-data.ts';

/** Removes an employee's card at the end of the paid period, or undoes that. */
export function RemoveCard({ card }: { card: CompanyCardData }) {
  return card.endsAt === null ? <RemoveAction card={card} /> : <KeepAction card={card} />;
}

function useRefetch() {
  const utils = trpc.useUtils();
  return () => Promise.all([utils.corporate.invalidate(), utils.billing.invalidate()]);
}

function RemoveAction({ card }: { card: CompanyCardData }) {
  const remove = trpc.corporate.removeCard.useMutation({ onSuccess: useRefetch() });
  const { data } = trpc.corporate.company.useQuery();
  const name = holderName(card);
  return (
    <ConfirmedAction
      label="Remove card"
      targetName={`of ${name}`}
      keepLabel="Keep card"
      danger={false}
      onConfirm={() => remove.mutateAsync({ membershipId: card.id })}
    >
      <p>
        {name}’s card works until{' '}
        {data?.plan
          ? formatDay(data.plan.nextCharge?.at ?? data.plan.periodEnd)
          : 'the end of the paid period'}
        , and your next bill won’t include it. You won’t get a refund. You can undo this any time before then.
        {card.email === null ? null : ' We’ll email the employee.'}
      </p>
    </ConfirmedAction>
  );
}

function KeepAction({ card }: { card: CompanyCardData }) {
  const keep = trpc.corporate.keepCard.useMutation({ onSuccess: useRefetch() });
  return (
    <>
      <Button variant="quiet" busy={keep.isPending} onClick={() => keep.mutate({ membershipId: card.id })}>
        Keep card<VisuallyHidden> of {holderName(card)}</VisuallyHidden>
      </Button>
      {keep.error ? <ErrorBox message={toFailure(keep.error).message} focus /> : null}
    </>
  );
}
