import { ButtonLink } from '#web/ui/button.tsx';
import classes from './profile.module.css';

export function DataSection() {
  return (
    <section className={classes.section} aria-labelledby="profile-data">
      <h2 id="profile-data">Your data</h2>
      <p>
        Download a file with everything we store about you: your account, memberships, purchases, agreements,
        addresses, listing, commissions, and the emails we sent you. Of your tax numbers, it has only the last
        four digits.
      </p>
      <div>
        <ButtonLink to="/api/account/data.json" variant="secondary" reloadDocument download>
          Download my data
        </ButtonLink>
      </div>
    </section>
  );
}
