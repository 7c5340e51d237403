import { Link } from 'react-router';
import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import { formatQuoteLine } from '#server/domains/catalog/price.shared.ts';
import type { Quote, QuoteLine } from '#server/domains/catalog/quote.schema.ts';
import { Money } from '#web/ui/money.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { ReviewedPage } from '#web/ui/wizard/wizard-page.ts';
import classes from './order-summary.module.css';

export type NamedPlan = Pick<Plan, 'id' | 'name'>;

interface OrderSummaryProps {
  quote: Quote;
  /** The earlier pages of the wizard. */
  review: readonly ReviewedPage[];
  /** The plans whose names on their cards may differ from the names on the receipt. */
  plans: readonly NamedPlan[];
}

export function OrderSummary({ quote, review, plans }: OrderSummaryProps) {
  return (
    <section aria-labelledby="order-summary" className={classes.summary}>
      <h4 id="order-summary">Order summary</h4>
      {review.length === 0 ? null : (
        <dl className={classes.review}>
          {review.map(({ id, title, summary, link }) => (
            <div key={id}>
              <dt>{title}</dt>
              <dd>{summary}</dd>
              <dd>
                <Link to={link.to} state={link.state}>
                  Change<VisuallyHidden> {title}</VisuallyHidden>
                </Link>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <dl>
        {quote.lines.map((line) => (
          <div key={line.planId}>
            <dt>
              {formatNames(line, plans)} <small>{line.recurring ? `each ${quote.interval}` : 'once'}</small>
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

/** Returns the line's name. If the receipt calls the plan something else, returns both names. */
function formatNames(line: QuoteLine, plans: readonly NamedPlan[]): string {
  const invoiceName = formatQuoteLine(line);
  const name = plans.find(({ id }) => id === line.planId)?.name ?? invoiceName;
  const isSame = line.description.includes(name) || name.includes(line.description);
  return isSame ? invoiceName : `${name}, on your invoice: ${invoiceName}`;
}
