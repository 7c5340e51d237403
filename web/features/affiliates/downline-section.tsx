import { DIRECT_PERCENT, DOWNLINE_PERCENT } from '#server/affiliates/commissions/commission-rule.shared.ts';
import classes from '#web/features/catalog/business/business-info.module.css';
import { DownlinePicture } from './affiliate-pictures.tsx';

/** The wording must not promise money for recruiting people. */
export function DownlineSection() {
  return (
    <section className={`${classes.section} ${classes.split}`} aria-labelledby="downline-title">
      <DownlinePicture />
      <div>
        <h2 id="downline-title">Your downline</h2>
        <p className={classes.lead}>
          People who named you as reference when they signed up are your downline. What they sell earns them
          their own share, and you {DOWNLINE_PERCENT}% of those sales, beside the {DIRECT_PERCENT}% of what
          you sell yourself.
        </p>
        <p className={classes.lead}>
          Bringing people in earns nothing by itself: only sales to members count.
        </p>
      </div>
    </section>
  );
}
