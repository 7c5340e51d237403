import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { COMMISSION_PENDING_DAYS } from '#server/lib/business-rules.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import layout from '#web/ui/styles/layout.module.css';
import type { Overview } from './link-section.tsx';
import { MonthChart } from './month-chart.tsx';
import classes from './own-affiliate.module.css';

/** This role earns no commission on sales. */
const LOYALTY_ROLE = 'Loyalty Affiliate';

export const earnsOnSales = ({ roles }: Pick<Overview, 'roles'>) =>
  roles.some((role) => role !== LOYALTY_ROLE);

export function EarningsSection({ overview }: { overview: Overview }) {
  const { totals, months, donates } = overview;
  return (
    <section aria-labelledby="own-earnings" className={`${layout.section} ${classes.section}`}>
      <h2 id="own-earnings">What you earn</h2>
      {donates ? (
        <Notice title="You donate">
          Everything you’d earn goes to the community fund. Your sales are listed below without earnings.
        </Notice>
      ) : null}
      {earnsOnSales(overview) ? null : (
        <Notice title="Your program doesn’t pay commissions on sales">
          To earn from sales, also sign up as an educator:{' '}
          <Link to={paths.educators()}>see the service opportunities</Link>.
        </Notice>
      )}
      <dl className={classes.totals}>
        <EarningsTotal name="Pending" cents={totals.pendingCents}>
          From the last {COMMISSION_PENDING_DAYS} days. A refund can still cancel it.
        </EarningsTotal>
        <EarningsTotal name="Payable" cents={totals.payableCents}>
          Older than {COMMISSION_PENDING_DAYS} days, and part of your next payout.
        </EarningsTotal>
        <EarningsTotal name="Paid" cents={totals.paidCents}>
          Included in your payouts so far.
        </EarningsTotal>
      </dl>
      {months.every(({ earnedCents }) => earnedCents === 0) ? null : <MonthChart months={months} />}
    </section>
  );
}

interface TotalProps {
  name: string;
  cents: number;
  /** Explains what the status means. */
  children: ReactNode;
}

function EarningsTotal({ name, cents, children }: TotalProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={classes.sum}>
        <Money cents={cents} />
      </dd>
      <dd className={classes.remark}>{children}</dd>
    </div>
  );
}
