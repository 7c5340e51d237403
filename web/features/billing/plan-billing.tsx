import { formatLongDate } from '#server/lib/dates.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { describeCard, formatCardExpiry } from '#server/lib/payment-card.ts';
import { opensModal } from '#web/lib/history-state.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { Fact } from '#web/ui/page/facts.tsx';
import { type BilledSubscription, formatPayLabel, listOverdue } from './billing-data.ts';

type Product = BilledSubscription['product'];

function useBilledSubscription(product: Product): BilledSubscription | undefined {
  const { data } = trpc.billing.mine.useQuery();
  return data?.find((candidate) => candidate.product === product);
}

/** Shows the card that pays for the account's business plan or corporate plan. Empty if nothing renews. */
export function PayingCard({ product }: { product: Product }) {
  const subscription = useBilledSubscription(product);
  if (subscription === undefined) return null;
  const { card } = subscription;
  return (
    <Fact name="Paid with">
      {card ? describeCard(card) : 'No card on file'}
      {card?.expiresAt ? `, expires ${formatCardExpiry(new Date(card.expiresAt))}` : null}
    </Fact>
  );
}

/** Shows what the plan owes, and by when it has to be paid. Empty if nothing is due. */
export function DueBill({ product }: { product: Product }) {
  const bill = useBilledSubscription(product)?.bill;
  if (!bill) return null;
  return (
    <Fact name="Due">
      <Money cents={bill.amountCents} /> by {formatLongDate(new Date(bill.payUntil))}
    </Fact>
  );
}

/** Shows links to pay the plan's open bill or update its card, and to see its receipts. */
export function BillingActions({ product }: { product: Product }) {
  const subscription = useBilledSubscription(product);
  return (
    <>
      {subscription === undefined ? null : (
        <ButtonLink to={paths.updateCard()} state={opensModal} variant="quiet">
          {subscription.bill ? formatPayLabel(listOverdue([subscription])) : 'Update card'}
        </ButtonLink>
      )}
      <ButtonLink to={paths.billing()} variant="quiet">
        See your receipts
      </ButtonLink>
    </>
  );
}
