import { formatQuoteLine } from '#server/catalog/price.shared.ts';
import type { Quote } from '#server/catalog/quote.schema.ts';
import { Money } from '#web/ui/money.tsx';
import classes from './checkout.module.css';

export function OrderSummary({ quote }: { quote: Quote }) {
  return (
    <section aria-labelledby="order-summary" className={classes.summary}>
      <h4 id="order-summary">Order summary</h4>
      <dl>
        {quote.lines.map((line) => (
          <div key={line.planId}>
            <dt>
              {formatQuoteLine(line)} <small>{line.recurring ? `each ${quote.interval}` : 'once'}</small>
            </dt>
            <dd>
              <Money cents={line.amountCents} />
            </dd>
          </div>
        ))}
        {quote.discountCents > 0 ? (
          <div data-kind="discount">
            <dt>Promo code {quote.promo?.code}</dt>
            <dd>
              <Money cents={-quote.discountCents} />
            </dd>
          </div>
        ) : null}
        <div data-kind="total">
          <dt>Total today</dt>
          <dd>
            <Money cents={quote.totalCents} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
