import { useState } from 'react';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import classes from './own-plan.module.css';
import { type OwnPlanData, onDay } from './plan-words.ts';

/** As many as a year has months. */
const FIRST = 12;

/** What was paid, newest first, each with its receipt. */
export function PlanPayments({ payments }: { payments: OwnPlanData['payments'] }) {
  const [all, setAll] = useState(false);
  const shown = all ? payments : payments.slice(0, FIRST);
  return (
    <section aria-labelledby="own-plan-payments" className={classes.part}>
      <h4 id="own-plan-payments">Payments</h4>
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
            {shown.map((payment) => (
              <Payment key={payment.receiptId} payment={payment} />
            ))}
          </tbody>
        </table>
      )}
      {shown.length === payments.length ? null : (
        <div>
          <Button variant="quiet" onClick={() => setAll(true)}>
            Show all {payments.length} payments
          </Button>
        </div>
      )}
    </section>
  );
}

function Payment({ payment }: { payment: OwnPlanData['payments'][number] }) {
  const { receiptId, paidAt, amountCents, refundedCents } = payment;
  return (
    <tr>
      <td>{onDay(paidAt)}</td>
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
          View Receipt<VisuallyHidden> of {onDay(paidAt)}</VisuallyHidden>
        </a>
      </td>
    </tr>
  );
}
