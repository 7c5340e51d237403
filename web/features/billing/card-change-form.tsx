import { type ReactNode, useRef } from 'react';
import { formatCents } from '#server/lib/money.ts';
import { type CardFields, cardFields, emptyCard } from '#web/features/payments/card-fields.schema.ts';
import type { CardHandle } from '#web/features/payments/card-form.tsx';
import { PaymentCard } from '#web/features/payments/payment-card.tsx';
import { Form } from '#web/ui/form/form.tsx';
import classes from './billing.module.css';
import { formatPayLabel, type OverdueSubscription, sumBills } from './billing-data.ts';
import { type CardChangeCalls, submitCardChange } from './submit-card-change.ts';

interface CardChangeFormProps {
  /** Shown above the card. */
  children?: ReactNode;
  /** Overdue bills that submitting the form pays with the new card. */
  overdue: OverdueSubscription[];
  /** What the card pays for from now on, such as 'your Individual membership'. */
  subject: string;
  /** Prefills the cardholder's name and billing ZIP code. */
  holder: { name: string; zip: string };
  calls: CardChangeCalls;
  /** `paidCents` is 0 if nothing was due. */
  onDone(paidCents: number): Promise<void>;
  /** Called after a failure. Refetches the bills, and returns true if they were paid after all. */
  isPaidNow(): Promise<boolean>;
}

/** Replaces a card and pays the overdue bills. */
export function CardChangeForm(props: CardChangeFormProps) {
  const { children, overdue, subject, holder, calls, onDone, isPaidNow } = props;
  const card = useRef<CardHandle>(null);
  const owedCents = sumBills(overdue);

  async function submit(values: CardFields) {
    try {
      await submitCardChange(card, values, calls);
    } catch (error) {
      // The response may have been lost on its way, or another tab may have paid.
      if (!(await isPaidNow().catch(() => false))) throw error;
    }
    await onDone(owedCents);
  }

  return (
    <Form
      initial={{ ...emptyCard, stripeName: holder.name, stripeZip: holder.zip }}
      schema={cardFields}
      onSubmit={submit}
      submitLabel={formatPayLabel(overdue)}
    >
      {children}
      <PaymentCard ref={card} />
      <p className={classes.hint}>
        {owedCents > 0 ? `We’ll charge ${formatCents(owedCents)} now.` : 'You won’t be charged now.'} From now
        on, this card pays for {subject} until you cancel.
      </p>
    </Form>
  );
}

export function BillSummary({ overdue }: { overdue: OverdueSubscription[] }) {
  if (overdue.length === 0) return null;
  return (
    <dl className={classes.summary}>
      {overdue.map(({ id, name, bill }) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd>{formatCents(bill.amountCents)}</dd>
        </div>
      ))}
      <div data-kind="total">
        <dt>Total today</dt>
        <dd>{formatCents(sumBills(overdue))}</dd>
      </div>
    </dl>
  );
}
