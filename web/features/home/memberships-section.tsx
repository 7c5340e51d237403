import { paths } from '#server/lib/pages.shared.ts';
import { PlanCards } from '#web/features/catalog/plan-cards.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from './home-sections.module.css';

export function MembershipsSection() {
  return (
    <div className={classes.band}>
      <section className={classes.section} aria-labelledby="memberships-title">
        <h2 id="memberships-title">Memberships</h2>
        <p className={`${layout.lead} ${classes.lead}`}>
          For one person or the whole household, billed monthly. Cancel any time, and keep your membership
          until its expiration date.
        </p>
        <PlanCards headingLevel={3} />
        <div className={`${layout.row} ${classes.splitActions}`}>
          <ButtonLink to={paths.pricing()} variant="secondary">
            Learn more about memberships
          </ButtonLink>
          <ButtonLink to={paths.corporate()} variant="quiet">
            Cards for your employees
          </ButtonLink>
        </div>
      </section>
    </div>
  );
}
