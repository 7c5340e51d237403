import { ButtonLink } from '#web/ui/button.tsx';
import classes from './profile.module.css';

export function DataSection() {
  return (
    <section className={classes.section} aria-labelledby="profile-data">
      <h2 id="profile-data">Your data</h2>
      <p>
        Download a file with everything that we store about you: your account, memberships, purchases,
        agreements, addresses, listing, commissions, and the e-mails we sent you. Tax numbers are left out
        except for their last four digits.
      </p>
      <div>
        <ButtonLink to="/api/account/data.json" variant="secondary" reloadDocument download>
          Download my data
        </ButtonLink>
      </div>
    </section>
  );
}
