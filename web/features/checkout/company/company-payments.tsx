import { useState } from 'react';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import classes from '../own-plan/own-plan.module.css';
import { onDay } from '../own-plan/plan-words.ts';
import type { CompanyPlanData } from './company-data.ts';

const FIRST = 12;

/** What was paid and for what, newest first, each with its receipt. */
export function CompanyPayments({ payments }: Pick<CompanyPlanData, 'payments'>) {
  const [all, setAll] = useState(false);
  const shown = all ? payments : payments.slice(0, FIRST);
  return (
    <section aria-labelledby="company-payments" className={classes.part}>
      <h4 id="company-payments">Payments</h4>
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

function Payment({ payment }: { payment: CompanyPlanData['payments'][number] }) {
  const { receiptId, description, paidAt, amountCents, refundedCents } = payment;
  return (
    <tr>
      <td>
        {onDay(paidAt)}
        <span className={classes.refund}>{description}</span>
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
            of {onDay(paidAt)}, {description}
          </VisuallyHidden>
        </a>
      </td>
    </tr>
  );
}
