import layout from '#web/ui/styles/layout.module.css';
import classes from './business/business-info.module.css';
import { HouseholdPicture } from './membership-pictures.tsx';

export function HouseholdSection() {
  return (
    <section
      className={`${classes.section} ${layout.split} ${classes.split}`}
      aria-labelledby="household-title"
    >
      <HouseholdPicture />
      <div>
        <h2 id="household-title">Who counts as family</h2>
        <p className={classes.lead}>
          Two adults and their children who live at home and are 17 or under, or are in college and under 26.
          You name them when you buy.
        </p>
        <p className={classes.lead}>
          Everyone’s name is on the one membership, so a business that checks the card sees who it covers.
        </p>
      </div>
    </section>
  );
}
