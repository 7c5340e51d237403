import { RETURN_LABELS } from '#server/domains/checkout/receipt/receipt.schema.ts';
import { formatDateInWords } from '#server/lib/dates.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import classes from './receipts.module.css';

type Receipt = RouterOutputs['billing']['receipts']['receipts'][number];

/** Lists the receipts of payments, refunds, and disputes, newest first. Each has a page and a PDF. */
export function Receipts() {
  const list = trpc.billing.receipts.useInfiniteQuery({}, { getNextPageParam: (page) => page.nextCursor });
  const receipts = list.data?.pages.flatMap((page) => page.receipts);
  return (
    <section aria-labelledby="receipts" className={layout.section}>
      <h2 id="receipts">Receipts</h2>
      {list.isPending ? <Skeleton heights={['5rem', '5rem', '5rem']} /> : null}
      {receipts?.length === 0 ? (
        <p className={classes.none}>
          You have no receipts yet. We’ll add one here for each payment and refund.
        </p>
      ) : null}
      {receipts && receipts.length > 0 ? (
        <ul className={classes.list}>
          {receipts.map((receipt) => (
            <ReceiptItem key={receipt.id} receipt={receipt} />
          ))}
        </ul>
      ) : null}
      {list.isError ? (
        <ErrorBox
          message={toFailure(list.error).message}
          onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
        />
      ) : null}
      {list.hasNextPage ? (
        <div>
          <Button
            variant="secondary"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show older receipts
          </Button>
        </div>
      ) : null}
      <VisuallyHidden>
        <span role="status">{receipts ? `${receipts.length} receipts shown` : ''}</span>
      </VisuallyHidden>
    </section>
  );
}

/** Returns the label of the receipt's status. If a tone is returned, the status is shown in that color. */
function getStatus(receipt: Receipt): { label: string; tone?: 'good' | 'bad' } {
  const { type, amountCents, refundedCents, disputedCents } = receipt;
  if (type === 'failed-refund') return { label: RETURN_LABELS[type], tone: 'bad' };
  if (type !== 'payment') return { label: RETURN_LABELS[type] };
  if (disputedCents > 0) return { label: RETURN_LABELS.dispute, tone: 'bad' };
  if (refundedCents === 0) return { label: 'Paid', tone: 'good' };
  return { label: refundedCents < amountCents ? 'Partly refunded' : 'Refunded' };
}

/** Links to the receipts of each year in one file. */
export function Statements() {
  const years = trpc.billing.statementYears.useQuery();
  if (years.isPending) return <Skeleton heights={['5rem']} />;
  if (years.isError) {
    return <ErrorBox message={toFailure(years.error).message} onRetry={() => void years.refetch()} />;
  }
  if (years.data.length === 0) return null;
  return (
    <section aria-labelledby="statements" className={layout.section}>
      <h2 id="statements">Statements</h2>
      <p className={classes.none}>All receipts of a year in one file.</p>
      <ul className={classes.list}>
        {years.data.map((year) => (
          <li key={year} className={classes.statement}>
            <p className={classes.description}>{year}</p>
            <div className={classes.links}>
              {(['pdf', 'csv'] as const).map((format) => (
                <a key={format} href={paths.statement(year, format)} download>
                  {format.toUpperCase()}
                  <VisuallyHidden> of {year}</VisuallyHidden>
                </a>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReceiptItem({ receipt }: { receipt: Receipt }) {
  const { id, receiptNumber, at, description, period, amountCents, refundedCents } = receipt;
  const { label, tone } = getStatus(receipt);
  const day = formatDateInWords(new Date(at));
  return (
    <li className={classes.receipt}>
      <div>
        <p className={classes.description}>{description}</p>
        <p className={classes.remark}>
          <time dateTime={at}>{day}</time>
          {period && (refundedCents === 0 || refundedCents < amountCents) ? (
            <span className={classes.period}>Paid through {formatDateInWords(new Date(period.end))}</span>
          ) : null}
        </p>
        <p className={classes.remark}>Receipt {receiptNumber}</p>
      </div>
      <div className={classes.amount}>
        <Money cents={amountCents} />
        <span className={classes.status} data-tone={tone}>
          {label}
        </span>
        {refundedCents > 0 && refundedCents < amountCents ? (
          <span className={classes.remark}>
            <Money cents={refundedCents} /> refunded
          </span>
        ) : null}
      </div>
      <div className={classes.links}>
        <a href={paths.receipt(id)} target="_blank" rel="noopener">
          View
          <VisuallyHidden>
            {' '}
            the receipt from {day}, {description}
          </VisuallyHidden>
        </a>
        <a href={paths.receiptPdf(id)} target="_blank" rel="noopener">
          PDF
          <VisuallyHidden>
            {' '}
            of the receipt from {day}, {description}
          </VisuallyHidden>
        </a>
      </div>
    </li>
  );
}
