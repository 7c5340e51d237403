import { SampleCard } from '#web/components/sample-card.tsx';
import { Street } from '#web/components/street/street.tsx';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import classes from './hero.module.css';

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
            <a href="#how-it-works" className={classes.more}>
              How it works
            </a>
          </div>
        </div>
        <div className={classes.card}>
          <SampleCard plan="Individual" />
        </div>
      </div>
      <div className={classes.street}>
        <Street />
      </div>
    </section>
  );
}
