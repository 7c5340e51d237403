import { paths } from '#server/lib/pages.shared.ts';
import { useConsumerPlans } from '#web/features/catalog/use-consumer-plans.ts';
import { street } from '#web/features/home/street/later-pictures.tsx';
import { formatPerInterval } from '#web/lib/format.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { SampleCard } from '#web/ui/membership-card/sample-card.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from './hero.module.css';

/** Renders the paragraph before the price has loaded, so that the layout doesn't shift. */
function StartingPrice() {
  const { data: [individual] = [] } = useConsumerPlans();
  return (
    <p className={classes.price}>
      {individual &&
        `From ${formatPerInterval(individual.plan.priceCents, individual.plan.billingInterval)}. Cancel any time.`}
    </p>
  );
}

export function Hero() {
  return (
    <section className={classes.hero} aria-labelledby="home-title">
      <div className={classes.inner}>
        <div className={classes.words}>
          <h1 id="home-title" tabIndex={-1}>
            One card for all of main street
          </h1>
          <p>
            Everything Card is a savings membership for you or your family. Show it at participating local and
            national businesses, and save.
          </p>
          <div className={classes.actions}>
            <ButtonLink to={paths.pricing()} size="lg">
              Choose your plan
            </ButtonLink>
            <a href="#how-it-works" className={`${layout.touchLink} ${classes.more}`}>
              How it works
            </a>
          </div>
          <StartingPrice />
        </div>
        <div className={classes.card}>
          <SampleCard plan="Individual" />
        </div>
      </div>
      <div className={classes.street}>{street}</div>
    </section>
  );
}
