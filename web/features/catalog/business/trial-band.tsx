import { TRIAL_DAYS } from '#server/lib/business-rules.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import classes from './business-info.module.css';

export function TrialBand() {
  return (
    <section className={classes.band} aria-labelledby="trial-title">
      <div>
        <h2 id="trial-title">Try it for {TRIAL_DAYS} days, free</h2>
        <p>
          No card needed. Cancel any time, or let the trial end on its own. Your free listing stays up for a
          year.
        </p>
      </div>
      <ButtonLink to={paths.trial()} variant="accent" size="lg">
        Start your trial
      </ButtonLink>
    </section>
  );
}
