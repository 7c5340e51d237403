import { formatLongDate } from '#server/lib/dates.ts';
import { toDate } from '#web/lib/format.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import { Money } from '#web/ui/money.tsx';
import classes from './own-affiliate.module.css';

type CommissionLine = RouterOutputs['affiliates']['commissions']['lines'][number];

function formatDay(instant: string): string {
  const date = toDate(instant);
  return date === null ? '-' : formatLongDate(date);
}

/**
 * Returns the text that follows the status label, such as 'payable on' with the date. Empty if the commission
 * is paid or reversed.
 */
function describeStatus({ status, payableAt }: Pick<CommissionLine, 'status' | 'payableAt'>): string {
  if (status === 'pending') return `payable on ${formatDay(payableAt)}`;
  return status === 'payable' ? `since ${formatDay(payableAt)}` : '';
}

const STATUS_LABELS = { pending: 'Pending', payable: 'Payable', paid: 'Paid', reversed: 'Reversed' } as const;

export function CommissionItem({ line }: { line: CommissionLine }) {
  const { at: soldAt, sale, rate, baseCents, amountCents, reason, status } = line;
  return (
    <li className={classes.line} data-status={status}>
      <div>
        <p className={classes.sale}>{sale}</p>
        <p className={classes.remark}>{formatDay(soldAt)}</p>
      </div>
      <div>
        <p>
          {rate} on <Money cents={baseCents} />
        </p>
        <p className={classes.remark}>{reason}</p>
      </div>
      <div className={classes.amount}>
        <p className={classes.sum}>
          <Money cents={amountCents} />
        </p>
        {/* A commission of zero is never paid, so it has no status to show. */}
        {amountCents === 0 ? null : (
          <p className={classes.remark}>
            <span className={classes.status}>{STATUS_LABELS[status]}</span> {describeStatus(line)}
          </p>
        )}
      </div>
    </li>
  );
}
