import { PlanCards } from '#web/features/catalog/plan-cards.tsx';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import classes from './home-sections.module.css';

export function MembershipsSection() {
  return (
    <div className={classes.band}>
      <section className={classes.section} aria-labelledby="memberships-title">
        <h2 id="memberships-title">Memberships</h2>
        <p className={classes.lead}>
          Two plans, one price each. Cancel and keep your savings until the expiry date.
        </p>
        <PlanCards headingLevel={3} />
        <div className={classes.splitActions}>
          <ButtonLink to={paths.pricing()} variant="secondary">
            Learn more about memberships
          </ButtonLink>
        </div>
      </section>
    </div>
  );
}
