import { RETENTION_RATE, TRIAL_DAYS } from '#server/lib/business-rules.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { cornerShop } from '#web/features/home/street/later-pictures.tsx';
import { opensModal } from '#web/lib/history-state.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from './home-sections.module.css';

export function BusinessesSection() {
  return (
    <section className={classes.section} aria-labelledby="businesses-title">
      <div className={layout.split}>
        {cornerShop}
        <div>
          <h2 id="businesses-title">Is one of these shops yours?</h2>
          <p className={`${layout.lead} ${classes.lead}`}>
            Members look for businesses that honor their card. List yours with its logo and promotions so
            members can find it by ZIP code, category, or name. Over {RETENTION_RATE} of businesses stay.
          </p>
          <div className={`${layout.row} ${classes.splitActions}`}>
            <ButtonLink to={paths.businessPlans()}>See the business plans</ButtonLink>
            <ButtonLink to={paths.trial()} state={opensModal} variant="secondary">
              Try it free for {TRIAL_DAYS} days
            </ButtonLink>
            <ButtonLink to={paths.businessSignup()} variant="quiet">
              Learn more about the program
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  );
}
