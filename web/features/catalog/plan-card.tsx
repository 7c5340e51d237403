import { Link } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { opensModal } from '#web/lib/history-state.ts';
import { Awning } from '#web/ui/awning.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { CheckIcon } from '#web/ui/icons.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from './plan-card.module.css';
import { PlanPrice } from './plan-price.tsx';
import type { ConsumerPlan } from './use-consumer-plans.ts';

export function PlanCard({ offer, headingLevel }: { offer: ConsumerPlan; headingLevel: 2 | 3 }) {
  const { plan, slug } = offer;
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <article className={classes.card} aria-labelledby={`plan-${slug}`}>
      <Awning size="shop" tone={plan.isFamily ? 'marigold' : 'spruce'} />
      <div className={`${layout.cardBody} ${classes.body}`}>
        <Heading id={`plan-${slug}`}>{plan.copy.title}</Heading>
        <p className={classes.summary}>{plan.copy.summary}</p>
        <PlanPrice offer={offer} />
        <PlanPoints points={plan.copy.points} />
        <div className={classes.actions}>
          <ButtonLink to={paths.buy(slug)} state={opensModal} fullWidth>
            Buy {plan.name}
          </ButtonLink>
          <Link to={paths.pricingPlan(slug)} className={classes.more}>
            More about the {plan.copy.title}
          </Link>
        </div>
      </div>
    </article>
  );
}

export function PlanPoints({ points }: { points: readonly string[] }) {
  return (
    <ul className={classes.points}>
      {points.map((point) => (
        <li key={point}>
          <CheckIcon />
          {point}
        </li>
      ))}
    </ul>
  );
}
