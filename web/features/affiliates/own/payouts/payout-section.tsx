import { COMMISSION_PENDING_DAYS } from '#server/lib/business-rules.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Money } from '#web/ui/money.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import type { Overview } from '../link-section.tsx';
import classes from '../own-affiliate.module.css';
import { PayoutAccount } from './payout-account.tsx';
import { PayoutTaxForm } from './payout-tax-form.tsx';
import { formatDay, type Payouts } from './payouts.ts';

/** Shows the next payout, what we still need for it, and past payouts. */
export function PayoutSection({ overview: { totals } }: { overview: Overview }) {
  const payouts = trpc.affiliates.payouts.overview.useQuery();
  return (
    <section aria-labelledby="own-payouts" className={`${layout.section} ${classes.section}`}>
      <h2 id="own-payouts">Your payouts</h2>
      {payouts.isPending ? <Skeleton heights={['4rem', '8rem']} /> : null}
      {payouts.isError ? (
        <ErrorBox message={toFailure(payouts.error).message} onRetry={() => void payouts.refetch()} />
      ) : null}
      {payouts.data ? <PayoutDetails payouts={payouts.data} pendingCents={totals.pendingCents} /> : null}
    </section>
  );
}

function PayoutDetails({ payouts, pendingCents }: { payouts: Payouts; pendingCents: number }) {
  const { donates, taxForms } = payouts;
  const isAbroad = taxForms.length > 0 && taxForms.every(({ kind }) => kind === 'w8ben');
  return (
    <>
      {donates ? (
        <p className={classes.lead}>
          You donate what you earn to the community fund, so we don’t pay anything out to you.
        </p>
      ) : (
        <>
          <NextPayout payouts={payouts} pendingCents={pendingCents} />
          <PayoutTaxForm taxForms={taxForms} />
          {isAbroad ? (
            <p className={classes.lead}>
              You live outside the United States. We will contact you about how to send your payouts.
            </p>
          ) : (
            <PayoutAccount account={payouts.account} isHeld={payouts.isAccountHeld} />
          )}
        </>
      )}
      <PayoutList payouts={payouts.payouts} />
    </>
  );
}

function NextPayout({ payouts, pendingCents }: { payouts: Payouts; pendingCents: number }) {
  const { next, taxForms, account } = payouts;
  const { amountCents, owedCents, from } = next;
  if (owedCents > 0) {
    return (
      <p className={classes.lead}>
        Refunds exceed what you earned by <Money cents={owedCents} />. Your next commissions will make up for
        it.
      </p>
    );
  }
  if (amountCents === 0) {
    return (
      <p className={classes.lead}>
        There’s nothing to pay out yet. A commission becomes payable {COMMISSION_PENDING_DAYS} days after its
        sale, and we pay it after the end of that month.
      </p>
    );
  }
  const isForeign = taxForms.length > 0 && taxForms.every(({ kind }) => kind === 'w8ben');
  const missingItems = [
    ...(taxForms.length === 0 ? ['your tax form'] : []),
    ...(isForeign || (account !== null && account.returned === null) ? [] : ['your bank account']),
  ];
  return (
    <>
      <p className={classes.lead}>
        Your next payout is{' '}
        <strong>
          <Money cents={amountCents} />
        </strong>
        {from === null ? '. We’ll pay it soon.' : `, on ${formatDay(from)} or soon after.`}{' '}
        {pendingCents > 0 ? 'A refund can still reduce it.' : null}
      </p>
      {missingItems.length === 0 ? null : (
        <p className={classes.lead}>We’ll send it once we have {missingItems.join(' and ')}.</p>
      )}
    </>
  );
}

function PayoutList({ payouts }: Pick<Payouts, 'payouts'>) {
  if (payouts.length === 0) return <p className={classes.remark}>We haven’t paid out anything yet.</p>;
  return (
    <>
      <h3>Payouts so far</h3>
      <ul className={`${layout.plainList} ${classes.people}`} aria-label="Payouts so far">
        {payouts.map((payout) => (
          <li key={payout.id}>
            <p className={classes.sale}>
              {formatMonth(payout.month)}: <Money cents={payout.amountCents} />
            </p>
            <p className={classes.remark}>{describeStatus(payout)}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

const formatMonth = (month: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

function describeStatus({ status, paidAt, sentAt, last4, returnReason }: Payouts['payouts'][number]): string {
  if (status === 'returned') return `Returned by the bank: ${returnReason ?? ''}`;
  if (status === 'sent')
    return `Sent to the bank on ${formatDay(sentAt ?? paidAt)}, for the account that ends in ${last4 ?? ''}`;
  return status === 'paid'
    ? `Paid on ${formatDay(paidAt)}`
    : `Approved on ${formatDay(paidAt)}. We’ll send it soon.`;
}
