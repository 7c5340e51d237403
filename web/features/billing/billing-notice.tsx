import { formatDateInWords } from '#server/lib/dates.ts';
import { formatCents } from '#server/lib/money.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { describeCard, formatCardExpiry } from '#server/lib/payment-card.ts';
import { opensModal } from '#web/lib/history-state.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import classes from './billing.module.css';
import {
  type BilledSubscription,
  formatPayLabel,
  listOverdue,
  type OverdueSubscription,
} from './billing-data.ts';

/** Shows what the account must do about its payments: pay a bill, or replace a card that expires. */
export function BillingNotice() {
  const billed = trpc.billing.mine.useQuery();
  if (billed.data === undefined) return null;
  const overdue = listOverdue(billed.data);
  const expiringSubscription = billed.data.find(({ cardExpiresFirst }) => cardExpiresFirst);
  if (overdue.length > 0) return <OverdueNotice overdue={overdue} />;
  return expiringSubscription ? <ExpiryNotice subscription={expiringSubscription} /> : null;
}

function OverdueNotice({ overdue }: { overdue: OverdueSubscription[] }) {
  const [first] = overdue;
  const title =
    overdue.length === 1 && first
      ? `Your payment of ${formatCents(first.bill.amountCents)} failed`
      : `${overdue.length} of your payments failed`;
  return (
    <div className={classes.notice}>
      <Notice tone="error" title={title}>
        <div className={classes.noticeText}>
          {overdue.map((subscription) => (
            <OverdueText key={subscription.id} subscription={subscription} />
          ))}
          <p className={classes.noticeAction}>
            <ButtonLink to={paths.updateCard()} state={opensModal}>
              {formatPayLabel(overdue)}
            </ButtonLink>
          </p>
        </div>
      </Notice>
    </div>
  );
}

export function OverdueText({
  subscription: { name, card, bill, isSuspended },
}: {
  subscription: OverdueSubscription;
}) {
  const cardText = card ? `your ${describeCard(card)}` : 'your card';
  const deadline = formatDateInWords(new Date(bill.payUntil));
  return (
    <p>
      On {formatDateInWords(new Date(bill.failedAt))} we couldn’t charge {cardText} for your {name}
      {isSuspended ? ', so it is inactive.' : '. Your business stays listed while the bill is open.'}{' '}
      <strong>Pay by {deadline} to keep it.</strong> After that, it ends, and you’ll need to buy it again.
    </p>
  );
}

function ExpiryNotice({ subscription: { name, card, nextChargeAt } }: { subscription: BilledSubscription }) {
  if (!card?.expiresAt || !nextChargeAt) return null;
  return (
    <div className={classes.notice}>
      <Notice title={`Your ${describeCard(card)} expires before your next payment`}>
        <div className={classes.noticeText}>
          <p>
            It’s valid through {formatCardExpiry(new Date(card.expiresAt))}. We’ll charge it for your {name}{' '}
            on {formatDateInWords(new Date(nextChargeAt))}. Replace it to keep your {name} without
            interruption.
          </p>
          <p className={classes.noticeAction}>
            <ButtonLink to={paths.updateCard()} state={opensModal} variant="secondary">
              Replace card
            </ButtonLink>
          </p>
        </div>
      </Notice>
    </div>
  );
}
