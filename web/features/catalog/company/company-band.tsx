import { MIN_CORPORATE_CARDS } from '#server/lib/business-rules.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { opensModal } from '#web/lib/history-state.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from './company-plan.module.css';
import { useCompanyPlans } from './use-company-plans.ts';

export function CompanyBand() {
  const { data: plans } = useCompanyPlans();
  return (
    <section className={classes.band} aria-labelledby="plan-corporate">
      <div className={classes.words}>
        <h2 id="plan-corporate">Corporate plan</h2>
        <p>Cards for everyone who works with you: at least {MIN_CORPORATE_CARDS}, with one payment a year.</p>
        <p className={classes.label}>{plans?.personalLabel ?? '\u00a0'}</p>
      </div>
      <div className={layout.toolRow}>
        <ButtonLink to={paths.buyCorporate()} state={opensModal}>
          Buy Corporate
        </ButtonLink>
        <ButtonLink to={paths.corporate()} variant="quiet">
          More about the Corporate plan
        </ButtonLink>
      </div>
    </section>
  );
}
