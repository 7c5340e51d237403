import classes from './business/business-info.module.css';
import { HouseholdPicture } from './membership-pictures.tsx';

export function HouseholdSection() {
  return (
    <section className={`${classes.section} ${classes.split}`} aria-labelledby="household-title">
      <HouseholdPicture />
      <div>
        <h2 id="household-title">Who belongs to your family</h2>
        <p className={classes.lead}>
          Two adults, and their children: at home and 17 and under, or in college and under 26. You name them
          when you buy.
        </p>
        <p className={classes.lead}>
          Everybody’s name stands on the one membership, and a business that checks the card sees whom it
          belongs to.
        </p>
      </div>
    </section>
  );
}
