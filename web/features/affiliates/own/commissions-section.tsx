import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { COMMISSIONS_PER_PAGE } from '#server/domains/affiliates/affiliate.schema.ts';
import { formatLongDate } from '#server/lib/dates.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { toDate } from '#web/lib/format.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { PageLinks } from '#web/ui/page/page-links.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
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

function CommissionItem({ line }: { line: CommissionLine }) {
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
            <span className={`${layout.status} ${classes.status}`}>{STATUS_LABELS[status]}</span>{' '}
            {describeStatus(line)}
          </p>
        )}
      </div>
    </li>
  );
}

/** Returns 1 for anything that is not a page number up to 10,000. */
function parsePage(param: string | null): number {
  const page = Number(param ?? '1');
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1;
}

/** Lists the account's commissions, newest first. `?page=` selects the page. */
export function CommissionsSection() {
  const [params] = useSearchParams();
  const page = parsePage(params.get('page'));
  const heading = useRef<HTMLHeadingElement>(null);
  const previousPage = useRef(page);
  const lines = trpc.affiliates.commissions.useQuery({ page });

  useEffect(() => {
    if (previousPage.current !== page) heading.current?.focus();
    previousPage.current = page;
  }, [page]);

  return (
    <section aria-labelledby="own-commissions" className={`${layout.section} ${classes.section}`}>
      <div className={`${layout.touchLinks} ${classes.titled}`}>
        <h2 id="own-commissions" ref={heading} tabIndex={-1}>
          Your commissions
        </h2>
        {lines.data && lines.data.count > 0 ? (
          <a href={paths.commissionsFile()} download>
            Download all as CSV
          </a>
        ) : null}
      </div>
      {lines.isPending ? <Skeleton heights={['5.5rem', '5.5rem', '5.5rem']} /> : null}
      {lines.isError ? (
        <ErrorBox message={toFailure(lines.error).message} onRetry={() => void lines.refetch()} />
      ) : null}
      {lines.data ? <Lines page={page} {...lines.data} /> : null}
    </section>
  );
}

type LinesProps = { page: number; count: number; lines: Parameters<typeof CommissionItem>[0]['line'][] };

function Lines({ page, count, lines }: LinesProps) {
  if (count === 0) {
    return (
      <EmptyState headingLevel={3} title="No commissions yet">
        Share your link or your reference code. Your first sale shows up here as soon as it’s paid.
      </EmptyState>
    );
  }
  const lastPage = Math.ceil(count / COMMISSIONS_PER_PAGE);
  if (lines.length === 0) {
    return (
      <EmptyState
        headingLevel={3}
        title="There aren’t that many pages"
        action={<ButtonLink to={paths.commissions(1)}>Go to the first page</ButtonLink>}
      />
    );
  }
  return (
    <>
      <ul className={`${layout.plainList} ${classes.lines}`}>
        {lines.map((line) => (
          <CommissionItem key={line.id} line={line} />
        ))}
      </ul>
      <PageLinks
        page={page}
        lastPage={lastPage}
        linkToPage={(number) => ({ to: paths.commissions(number) })}
      />
    </>
  );
}
