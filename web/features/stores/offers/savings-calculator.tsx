import { useState } from 'react';
import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import { formatCents } from '#server/lib/money.ts';
import { useConsumerPlans } from '#web/features/catalog/use-consumer-plans.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import layout from '#web/ui/styles/layout.module.css';
import classes from './savings-calculator.module.css';

/** How often a visitor would use an offer in a month, by the offer's id. */
type MonthlyUses = Readonly<Record<string, number>>;

interface NumericOffer {
  id: string;
  savesCents: number;
}

/** Returns cents. Ignores uses of offers that aren't in `offers`, such as those near another ZIP code. */
export function sumMonthlySavings(offers: readonly NumericOffer[], uses: MonthlyUses): number {
  return offers.reduce((sum, { id, savesCents }) => sum + savesCents * (uses[id] ?? 0), 0);
}

const MONTHS_PER_YEAR = 12;

/** Returns the price per month in cents, or null if the plan is paid only once. */
export function getMonthlyPrice({
  priceCents,
  billingInterval,
}: Pick<Plan, 'priceCents' | 'billingInterval'>): number | null {
  if (billingInterval === 'once') return null;
  return billingInterval === 'month' ? priceCents : Math.round(priceCents / MONTHS_PER_YEAR);
}

/** Compares what a visitor would save in a month with a plan's price, in a phrase such as '$5.00 less than'. */
export function compareWithPrice(savedCents: number, priceCents: number): string {
  if (savedCents === priceCents) return 'exactly';
  const difference = formatCents(Math.abs(savedCents - priceCents));
  return priceCents > savedCents ? `${difference} more than` : `${difference} less than`;
}

type NearbyOffers = RouterOutputs['savings']['offersNear'];

const MAX_USES = 31;

/** Adds up the listed savings that the visitor picks. Shows nothing if no offer near the place has any. */
export function SavingsCalculator({ businesses }: Pick<NearbyOffers, 'businesses'>) {
  const { data: plans = [] } = useConsumerPlans();
  const [uses, setUses] = useState<MonthlyUses>({});
  const offers = businesses.flatMap(({ businessname, offers }) =>
    offers.flatMap(({ id, headline, savesCents }) =>
      savesCents === null ? [] : [{ id, businessname, title: headline ?? businessname, savesCents }],
    ),
  );
  if (offers.length === 0) return null;
  const savedCents = sumMonthlySavings(offers, uses);

  return (
    <section className={classes.calculator} aria-labelledby="calculator-title">
      <h3 id="calculator-title">What would you save?</h3>
      <p className={classes.hint}>Pick how many times a month you’d use each offer.</p>
      <ul className={`${layout.plainList} ${classes.offers}`}>
        {offers.map(({ id, businessname, title, savesCents }) => (
          <li key={id}>
            <div className={classes.offer}>
              <strong>{title}</strong>
              <span>
                {businessname}, saves {formatCents(savesCents)} each time
              </span>
            </div>
            <Stepper
              name={`${title}, ${businessname}`}
              count={uses[id] ?? 0}
              onChange={(count) => setUses({ ...uses, [id]: count })}
            />
          </li>
        ))}
      </ul>
      <div role="status" className={classes.sum}>
        <p className={classes.total}>
          {savedCents === 0
            ? 'You haven’t picked an offer yet.'
            : `You’d save ${formatCents(savedCents)} a month with the offers you picked.`}
        </p>
        {savedCents === 0
          ? null
          : plans.map(({ slug, plan }) => {
              const priceCents = getMonthlyPrice(plan);
              return priceCents === null ? null : (
                <p key={slug}>
                  The {slug} plan costs {formatCents(priceCents)} a month,{' '}
                  {compareWithPrice(savedCents, priceCents)} what you’d save.
                </p>
              );
            })}
      </div>
      <p className={classes.hint}>
        Businesses tell us what one use of an offer saves. What you save depends on what you buy.
      </p>
    </section>
  );
}

interface StepperProps {
  name: string;
  count: number;
  onChange(count: number): void;
}

/** At 0 and at the maximum, the button does nothing, but keeps focus. */
function Stepper({ name, count, onChange }: StepperProps) {
  const step = (difference: number) => {
    const next = count + difference;
    if (next >= 0 && next <= MAX_USES) onChange(next);
  };
  return (
    <fieldset aria-label={name} className={classes.stepper}>
      <button
        type="button"
        aria-label={`Fewer times: ${name}`}
        aria-disabled={count === 0 || undefined}
        onClick={() => step(-1)}
      >
        −
      </button>
      <span className={classes.count}>{count}</span>
      <button
        type="button"
        aria-label={`More times: ${name}`}
        aria-disabled={count === MAX_USES || undefined}
        onClick={() => step(1)}
      >
        +
      </button>
      <span>times a month</span>
    </fieldset>
  );
}
