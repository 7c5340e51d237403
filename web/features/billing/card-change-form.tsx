import { type ReactNode, type RefObject, useRef } from 'react';
import { newId } from '#server/lib/ids.ts';
import { formatCents } from '#server/lib/money.ts';
import { type CardFields, cardFields, emptyCard } from '#web/features/payments/card-fields.schema.ts';
import type { CardHandle } from '#web/features/payments/card-form.tsx';
import { PaymentCard } from '#web/features/payments/payment-card.tsx';
import { useDetachedPayment } from '#web/features/payments/use-detached-payment.ts';
import { type Failure, toFailure } from '#web/lib/errors.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import { Form } from '#web/ui/form/form.tsx';
import classes from './billing.module.css';
import { formatPayLabel, type OverdueSubscription, sumBills } from './billing-data.ts';

type Setups = RouterOutputs['billing']['startCardChange'];
type Result = RouterOutputs['billing']['changeCard'];

/**
 * The form's calls to the server. They apply to the whole account, or to the one subscription that an emailed
 * link names.
 */
interface CardChangeCalls {
  /** The bills that the form shows must still be payable. */
  start(input: { key: string; subscriptionIds: string[] }): Promise<Setups>;
  change(setupIds: string[]): Promise<Result>;
}

const makeFailure = (code: string, message: string): Failure => ({
  code,
  message,
  fieldErrors: {},
  requestId: undefined,
});

/**
 * Saves the entered card at Stripe, makes it the card for all future charges, and pays open bills with it.
 */
export async function submitCardChange(
  card: RefObject<CardHandle | null>,
  { stripeName: name, stripeZip: zip }: CardFields,
  subscriptionIds: string[],
  { start, change }: CardChangeCalls,
): Promise<void> {
  // Keep the handle, because the ref is cleared if the user closes the form during the bank's challenge.
  const handle = card.current;
  if (handle === null)
    throw makeFailure('CARD_NOT_READ', 'The card fields aren’t ready yet. Please try again in a moment.');
  try {
    const setups = await start({ key: newId(), subscriptionIds });
    for (const { clientSecret } of setups) await handle.save(clientSecret, { name, zip });
    const setupIds = setups.map(({ id }) => id);
    // No setups means that the link's bill has already been paid.
    if (setupIds.length === 0) return;
    // The bank may require a confirmation for each bill.
    const confirmed = new Set<string>();
    for (;;) {
      const result = await change(setupIds);
      if (result.status === 'done') return;
      if (confirmed.has(result.clientSecret)) {
        throw makeFailure('BANK_REFUSED', 'Your bank didn’t confirm the payment, so we didn’t charge you.');
      }
      await handle.authenticate(result.clientSecret);
      confirmed.add(result.clientSecret);
    }
  } catch (error) {
    const failure = toFailure(error);
    const isUnknown = failure.code === 'NETWORK' || failure.code === 'UNEXPECTED';
    throw isUnknown
      ? {
          ...failure,
          message: 'We don’t know yet if the payment went through. Try again. You’ll never be charged twice.',
        }
      : failure;
  }
}

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
  const runPayment = useDetachedPayment();

  async function submit(values: CardFields) {
    try {
      const bills = overdue.map(({ id }) => id);
      await runPayment(submitCardChange(card, values, bills, calls));
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
