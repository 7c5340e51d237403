import { formatDateInWords } from '#server/lib/dates.ts';
import { paths } from '#server/site/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import classes from './billing.module.css';

type Billed = RouterOutputs['billing']['mine'][number];

/** The cards on file and what each pays for. */
export function PaymentMethods() {
  const billed = trpc.billing.mine.useQuery();
  return (
    <section className={classes.section} aria-labelledby="payment-method">
      <h2 id="payment-method">Payment method</h2>
      {billed.data === undefined && !billed.isError ? <Skeleton heights={['6rem']} /> : null}
      {billed.isError ? (
        <ErrorBox message={toFailure(billed.error).message} onRetry={() => void billed.refetch()} />
      ) : null}
      {billed.data?.length === 0 ? (
        <EmptyState
          headingLevel={3}
          title="Nothing to pay"
          action={<ButtonLink to={paths.pricing()}>Choose a plan</ButtonLink>}
        >
          You have no membership or plan that renews, so no card is kept for one.
        </EmptyState>
      ) : null}
      {billed.data?.map((subscription) => (
        <PaidBy key={subscription.id} subscription={subscription} />
      ))}
    </section>
  );
}

function PaidBy({ subscription: { name, card, nextChargeAt } }: { subscription: Billed }) {
  return (
    <p>
      {name}: {card ? `${card.brand} ending in ${card.last4}` : 'no card'}
      {nextChargeAt ? `, next charge on ${formatDateInWords(new Date(nextChargeAt))}` : null}
    </p>
  );
}
