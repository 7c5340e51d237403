import { useId, useState } from 'react';
import { paths } from '#server/site/pages.shared.ts';
import { Button } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import classes from './own-plan.module.css';
import { formatDay } from './plan-text.ts';

interface PaymentData {
  receiptId: string;
  paidAt: string;
  amountCents: number;
  refundedCents: number;
  /** What the payment was for. Omit it if all payments are for the same thing. */
  description?: string;
}

/** Enough for a year of monthly payments. */
const COLLAPSED_COUNT = 12;

/** Lists payments in the given order, which must be newest first. */
export function Payments({ payments }: { payments: readonly PaymentData[] }) {
  const id = useId();
  const [isExpanded, setExpanded] = useState(false);
  const visiblePayments = isExpanded ? payments : payments.slice(0, COLLAPSED_COUNT);
  return (
    <section aria-labelledby={id} className={classes.part}>
      <h4 id={id}>Payments</h4>
      {payments.length === 0 ? (
        <p className={classes.remark}>Nothing was charged so far.</p>
      ) : (
        <table className={classes.payments}>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Amount</th>
              <th scope="col">
                <VisuallyHidden>Receipt</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {visiblePayments.map((payment) => (
              <Payment key={payment.receiptId} payment={payment} />
            ))}
          </tbody>
        </table>
      )}
      {visiblePayments.length === payments.length ? null : (
        <div>
          <Button variant="quiet" onClick={() => setExpanded(true)}>
            Show all {payments.length} payments
          </Button>
        </div>
      )}
    </section>
  );
}

function Payment({ payment }: { payment: PaymentData }) {
  const { receiptId, description, paidAt, amountCents, refundedCents } = payment;
  return (
    <tr>
      <td>
        {formatDay(paidAt)}
        {description === undefined ? null : <span className={classes.refund}>{description}</span>}
      </td>
      <td>
        <Money cents={amountCents} />
        {refundedCents === 0 ? null : (
          <span className={classes.refund}>
            <Money cents={refundedCents} /> refunded
          </span>
        )}
      </td>
      <td>
        <a href={paths.receipt(receiptId)} target="_blank" rel="noopener">
          View Receipt
          <VisuallyHidden>
            {' '}
            of {formatDay(paidAt)}
            {description === undefined ? '' : `, ${description}`}
          </VisuallyHidden>
        </a>
      </td>
    </tr>
  );
}
