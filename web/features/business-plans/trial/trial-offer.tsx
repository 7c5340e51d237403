import { RETENTION_RATE, TRIAL_DAYS } from '#server/lib/business-rules.ts';
import {
  PREMIUM_PLAN,
  STANDARD_PLAN,
  useBusinessPlans,
} from '#web/features/catalog/business/use-business-plans.ts';
import { PlanPoints } from '#web/features/catalog/plan-card.tsx';
import { formatPerInterval } from '#web/lib/format.ts';
import classes from './trial.module.css';

const POINTS = [
  `Free for ${TRIAL_DAYS} days, without a card`,
  'Cancel any time, or let it end on its own',
  'Your free listing stays up for a year',
  `${RETENTION_RATE} business retention`,
];

const PROGRAMS = [
  { name: 'Standard program', slug: STANDARD_PLAN },
  { name: 'Premium program', slug: PREMIUM_PLAN },
];

export function TrialOffer() {
  const plans = useBusinessPlans();
  return (
    <div className={classes.offer}>
      <PlanPoints points={POINTS} />
      <div>
        <p className={classes.after}>After the trial, if you like</p>
        <dl className={classes.programs}>
          {PROGRAMS.map(({ name, slug }) => {
            const plan = plans.data?.find((offer) => offer.slug === slug)?.plan;
            return (
              <div key={name}>
                <dt>{name}</dt>
                {/* Rendered empty until the prices have loaded, so that the layout doesn't shift. */}
                <dd className={classes.price}>
                  {plan && formatPerInterval(plan.priceCents, plan.billingInterval)}
                </dd>
                <dd className={classes.planName}>{plan?.copy.title}</dd>
              </div>
            );
          })}
        </dl>
      </div>
    </div>
  );
}
