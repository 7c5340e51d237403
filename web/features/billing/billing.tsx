import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatCents } from '#server/lib/money.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { CompletionFrame } from '#web/features/checkout/completion/completion-frame.tsx';
import { useRememberedContact } from '#web/features/checkout/use-remembered-contact.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import classes from './billing.module.css';
import { FRESH, isPaid, listBillsToPay, listOverdue } from './billing-data.ts';
import { BillSummary, CardChangeForm } from './card-change-form.tsx';
import { NextInvoices } from './next-invoices.tsx';
import { PaymentMethods } from './payment-methods.tsx';
import { Receipts, Statements } from './receipts.tsx';

/** Replaces the card of all the account's subscriptions. Opened by `?card=update`. */
function UpdateCardModal({ holderName }: { holderName: string }) {
  const [params] = useSearchParams();
  const isOpen = params.get('card') === 'update';
  return (
    <ModalRoute opened={isOpen} title="Update card" closePath={paths.billing()}>
      {isOpen ? <UpdateCard holderName={holderName} /> : null}
    </ModalRoute>
  );
}

function UpdateCard({ holderName }: { holderName: string }) {
  const utils = trpc.useUtils();
  const billed = trpc.billing.mine.useQuery();
  const contact = useRememberedContact(true);
  const start = trpc.billing.startCardChange.useMutation();
  const change = trpc.billing.changeCard.useMutation();
  const [paidCents, setPaidCents] = useState<number | null>(null);
  if (paidCents !== null) return <CardUpdated paidCents={paidCents} />;
  if (billed.data === undefined || contact === undefined) {
    if (!billed.isError) return <Skeleton heights={['9rem', '20rem']} />;
    return <ErrorBox message={toFailure(billed.error).message} onRetry={() => void billed.refetch()} />;
  }
  if (billed.data.length === 0) {
    return (
      <Notice title="Nothing is due">
        {start.error
          ? toFailure(start.error).message
          : 'You don’t have a membership or plan that renews, so we won’t charge a card.'}
      </Notice>
    );
  }
  const overdue = listOverdue(billed.data);
  return (
    <CardChangeForm
      overdue={overdue}
      subject={billed.data.length === 1 ? `your ${billed.data[0]?.name}` : 'all your memberships and plans'}
      holder={{ name: holderName, zip: contact?.zip ?? '' }}
      calls={{
        start: (input) => start.mutateAsync(input),
        change: (setupIds) => change.mutateAsync({ setupIds, bills: listBillsToPay(overdue) }),
      }}
      onDone={async (cents) => {
        setPaidCents(cents);
        // A payment also changes memberships, plans, and what the account may do.
        await utils.invalidate();
      }}
      isPaidNow={async () => {
        const subscriptions = await utils.billing.mine.fetch(undefined, FRESH);
        return overdue.length > 0 && overdue.every(({ id }) => isPaid(subscriptions, id));
      }}
    >
      <BillSummary overdue={overdue} />
    </CardChangeForm>
  );
}

function CardUpdated({ paidCents }: { paidCents: number }) {
  const close = useCloseModal(paths.billing());
  return (
    <CompletionFrame
      title="Card updated"
      heading={paidCents > 0 ? `Paid ${formatCents(paidCents)}` : 'Your card is saved'}
      text={paidCents > 0 ? 'Thank you. Everything is active.' : 'We’ll use it for your next charge.'}
    >
      <Button onClick={close}>Done</Button>
    </CompletionFrame>
  );
}

export function Billing({ holderName }: { holderName: string }) {
  return (
    <div className={classes.sections}>
      <PaymentMethods />
      <NextInvoices />
      <Receipts />
      <Statements />
      <UpdateCardModal holderName={holderName} />
    </div>
  );
}
