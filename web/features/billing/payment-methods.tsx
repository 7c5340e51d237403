import { formatDateInWords } from '#server/lib/dates.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { describeCard, formatCardExpiry } from '#server/lib/payment-card.ts';
import { toFailure } from '#web/lib/errors.ts';
import { opensModal } from '#web/lib/history-state.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from './billing.module.css';
import type { BilledSubscription } from './billing-data.ts';

/** Shows the cards that pay for memberships and plans, and what each of them pays for. */
export function PaymentMethods() {
  const billed = trpc.billing.mine.useQuery();
  return (
    <section className={layout.section} aria-labelledby="payment-method">
      <h2 id="payment-method">Payment method</h2>
      {billed.data === undefined && !billed.isError ? <Skeleton heights={['9.5rem', '2.75rem']} /> : null}
      {billed.isError ? (
        <ErrorBox message={toFailure(billed.error).message} onRetry={() => void billed.refetch()} />
      ) : null}
      {billed.data === undefined ? null : <CardList billed={billed.data} />}
    </section>
  );
}

function CardList({ billed }: { billed: BilledSubscription[] }) {
  if (billed.length === 0) {
    return (
      <EmptyState
        headingLevel={3}
        title="Nothing renews"
        action={<ButtonLink to={paths.pricing()}>Choose a plan</ButtonLink>}
      >
        None of your memberships or plans renew, so we won’t charge a card.
      </EmptyState>
    );
  }
  const byCard = Map.groupBy(billed, ({ card }) => (card ? `${describeCard(card)} ${card.expiresAt}` : ''));
  return (
    <>
      {[...byCard].map(([key, subscriptions]) => (
        <SavedCard key={key} subscriptions={subscriptions} />
      ))}
      <div>
        <ButtonLink to={paths.updateCard()} state={opensModal} variant="secondary">
          {byCard.size === 1 ? 'Replace card' : 'Use a new card for everything'}
        </ButtonLink>
      </div>
    </>
  );
}

function SavedCard({ subscriptions }: { subscriptions: BilledSubscription[] }) {
  const card = subscriptions[0]?.card;
  return (
    <article className={layout.card}>
      <header className={classes.cardHeader}>
        <CardPicture />
        <div>
          <h3>{card ? describeCard(card) : 'No card on file'}</h3>
          {card?.expiresAt ? <p>Expires {formatCardExpiry(new Date(card.expiresAt))}</p> : null}
        </div>
      </header>
      <ul className={classes.pays} aria-label="Pays for">
        {subscriptions.map(({ id, name, nextChargeAt }) => (
          <li key={id}>
            <span>{name}</span>
            {nextChargeAt ? (
              <span>Next charge {formatDateInWords(new Date(nextChargeAt))}</span>
            ) : (
              <span data-overdue>Payment overdue</span>
            )}
          </li>
        ))}
      </ul>
    </article>
  );
}

function CardPicture() {
  return (
    <svg viewBox="0 0 48 32" aria-hidden="true" focusable="false" className={classes.picture}>
      <rect width="48" height="32" rx="5" />
      <rect y="7" width="48" height="6" data-part="stripe" />
      <rect x="6" y="20" width="14" height="4" rx="2" data-part="text" />
    </svg>
  );
}
