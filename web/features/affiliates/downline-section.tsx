import {
  DIRECT_PERCENT,
  DOWNLINE_PERCENT,
} from '#server/domains/affiliates/commissions/commission-rule.shared.ts';
import classes from '#web/features/catalog/business/business-info.module.css';
import { DownlinePicture } from '#web/ui/pictures/affiliate-pictures.tsx';
import layout from '#web/ui/styles/layout.module.css';

/** The wording must not promise money for recruiting people. */
export function DownlineSection() {
  return (
    <section
      className={`${classes.section} ${layout.split} ${classes.split}`}
      aria-labelledby="downline-title"
    >
      <DownlinePicture />
      <div>
        <h2 id="downline-title">Your downline</h2>
        <p className={classes.lead}>
          Your downline is everyone who named you as their reference when they signed up. They earn their own
          share of what they sell, and you earn {DOWNLINE_PERCENT}% of those sales, on top of the{' '}
          {DIRECT_PERCENT}% you earn on your own.
        </p>
        <p className={classes.lead}>
          You don’t earn anything just for bringing people in. Only sales to members count.
        </p>
      </div>
    </section>
  );
}
