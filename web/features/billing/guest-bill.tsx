import { skipToken } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatDateInWords } from '#server/lib/dates.ts';
import { formatCents } from '#server/lib/money.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { describeCard } from '#server/lib/payment-card.ts';
import { CompletionFrame } from '#web/features/checkout/completion/completion-frame.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Fact, Facts } from '#web/ui/page/facts.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { type BilledSubscription, FRESH, listBillsToPay, listOverdue } from './billing-data.ts';
import { OverdueText } from './billing-notice.tsx';
import { CardChangeForm } from './card-change-form.tsx';

/** Lets anyone with the link in an email replace the card of one subscription, and pay its bill. */
export function GuestBill({ token }: { token: string | null }) {
  const lookup = trpc.billing.linked.useQuery(token === null ? skipToken : { token }, { retry: false });
  const [paidCents, setPaidCents] = useState<number | null>(null);
  const billed = lookup.data;
  if (token === null) return <NoBill message="Bill not found" />;
  if (paidCents !== null && billed) return <CardSaved name={billed.name} paidCents={paidCents} />;
  if (!billed) {
    if (lookup.isError) return <NoBill message={toFailure(lookup.error).message} />;
    return <Skeleton heights={['7rem', '5rem', '24rem']} />;
  }
  if (billed.isPaid) {
    return (
      <Notice tone="success" title="This bill is paid">
        Your {billed.name} is active. You don’t owe anything else.
      </Notice>
    );
  }
  if (billed.isOwn) return <OwnBill />;
  if (!billed.bill && !billed.nextChargeAt) {
    return (
      <Notice title="Nothing is due">
        Your {billed.name} doesn’t renew, so we won’t charge a card for it.
      </Notice>
    );
  }
  return <LinkedBill token={token} billed={billed} onDone={setPaidCents} />;
}

/** Members pay in their account. */
function OwnBill() {
  const navigate = useLateNavigate();
  useEffect(() => navigate(paths.updateCard(), { replace: true }), [navigate]);
  return null;
}

interface LinkedBillProps {
  token: string;
  billed: BilledSubscription;
  onDone(paidCents: number): void;
}

function LinkedBill({ token, billed, onDone }: LinkedBillProps) {
  const utils = trpc.useUtils();
  const start = trpc.billing.startLinkedCardChange.useMutation();
  const change = trpc.billing.changeLinkedCard.useMutation();
  const { name, card, bill, nextChargeAt } = billed;
  const overdue = listOverdue([billed]);
  return (
    <div className={layout.section}>
      {overdue.map((subscription) => (
        <Notice
          key={subscription.id}
          tone="error"
          title={`Your payment of ${formatCents(subscription.bill.amountCents)} failed`}
        >
          <OverdueText subscription={subscription} />
        </Notice>
      ))}
      <Facts>
        <Fact name="Plan">{name}</Fact>
        {bill ? <Fact name="Amount due">{formatCents(bill.amountCents)}</Fact> : null}
        {bill ? <Fact name="Pay by">{formatDateInWords(new Date(bill.payUntil))}</Fact> : null}
        {nextChargeAt ? <Fact name="Next charge">{formatDateInWords(new Date(nextChargeAt))}</Fact> : null}
        {card && !bill ? <Fact name="Card">{describeCard(card)}</Fact> : null}
      </Facts>
      <CardChangeForm
        overdue={overdue}
        subject={`your ${name}`}
        holder={{ name: '', zip: '' }}
        calls={{
          start: (input) => start.mutateAsync({ token, ...input }),
          change: (setupIds) => change.mutateAsync({ token, setupIds, bills: listBillsToPay(overdue) }),
        }}
        onDone={async (cents) => onDone(cents)}
        isPaidNow={async () => (await utils.billing.linked.fetch({ token }, FRESH)).isPaid}
      />
    </div>
  );
}

function CardSaved({ name, paidCents }: { name: string; paidCents: number }) {
  return (
    <CompletionFrame
      title="Card updated"
      headingLevel={2}
      heading={paidCents > 0 ? `Paid ${formatCents(paidCents)}` : 'Your card is saved'}
      text={paidCents > 0 ? `Thank you. Your ${name} is active.` : 'We’ll use it for your next charge.'}
    >
      <ButtonLink to={paths.savings()} variant="secondary">
        Find businesses
      </ButtonLink>
    </CompletionFrame>
  );
}

function NoBill({ message }: { message: string }) {
  return (
    <div className={layout.section}>
      <ErrorBox message={message} />
      <p>Use the link in our latest email about your bill, or log in to see your billing.</p>
      <div>
        <ButtonLink to={paths.billing()}>Go to billing</ButtonLink>
      </div>
    </div>
  );
}
