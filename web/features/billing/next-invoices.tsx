import { useId } from 'react';
import { formatDateInWords } from '#server/lib/dates.ts';
import { describeCard } from '#server/lib/payment-card.ts';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { Money } from '#web/ui/money.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from './next-invoices.module.css';

type NextInvoice = RouterOutputs['billing']['nextInvoices'][number];

/** Shows what will be charged next for each membership and plan that renews. */
export function NextInvoices() {
  const invoices = trpc.billing.nextInvoices.useQuery();
  const isPlural = (invoices.data?.length ?? 0) > 1;
  return (
    <section aria-labelledby="next-invoice" className={layout.section}>
      <h2 id="next-invoice">{isPlural ? 'Next invoices' : 'Next invoice'}</h2>
      {invoices.isPending ? <Skeleton heights={['12.5rem']} /> : null}
      {invoices.isError && invoices.data === undefined ? (
        <ErrorBox message={toFailure(invoices.error).message} onRetry={() => void invoices.refetch()} />
      ) : null}
      {invoices.data?.length === 0 ? <p className={classes.none}>You have no upcoming invoices.</p> : null}
      {invoices.data?.map((invoice) => (
        <Invoice key={invoice.subscriptionId} invoice={invoice} />
      ))}
    </section>
  );
}

function Invoice({ invoice }: { invoice: NextInvoice }) {
  const { name, at, lines, discount, totalCents, card } = invoice;
  const id = useId();
  return (
    <article aria-labelledby={id} className={classes.invoice}>
      <div className={classes.head}>
        <h3 id={id}>{name}</h3>
        <p>
          Due on <time dateTime={at}>{formatDateInWords(new Date(at))}</time>
        </p>
      </div>
      <dl className={classes.lines}>
        {lines.map(({ description, amountCents }) => (
          <Line key={description} label={description} cents={amountCents} />
        ))}
        {discount ? <Line label={`Promo code ${discount.code}`} cents={-discount.amountCents} /> : null}
        <Line label="Total" cents={totalCents} isTotal />
      </dl>
      {card && totalCents > 0 ? (
        <p className={classes.card}>We’ll charge your {describeCard(card)}.</p>
      ) : null}
    </article>
  );
}

function Line({ label, cents, isTotal = false }: { label: string; cents: number; isTotal?: boolean }) {
  return (
    <div data-total={isTotal || undefined}>
      <dt>{label}</dt>
      <dd>
        <Money cents={cents} />
      </dd>
    </div>
  );
}
