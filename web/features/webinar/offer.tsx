import { paths } from '#server/lib/pages.shared.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import classes from './webinar.module.css';

interface OfferProps {
  code: string;
  surveyReward: string;
  signUpReward: string;
  onSurvey(): void;
  /** Null if there is no video to return to. */
  onWatch: (() => void) | null;
}

/** Offers two rewards. A code can redeem only one of them. */
export function Offer({ code, surveyReward, signUpReward, onSurvey, onWatch }: OfferProps) {
  return (
    <section className={classes.offer} aria-labelledby="offer-title">
      <h2 id="offer-title" tabIndex={-1}>
        Choose your thank-you gift
      </h2>
      <p className={classes.lead}>Only one option can be redeemed with your code, and only once.</p>
      <ul className={classes.options}>
        <li>
          <h3>Free Lunch Survey - {surveyReward}</h3>
          <p>
            Tell us about your business in five short answers. We’ll send you a {surveyReward} lunch
            certificate for the restaurant you choose.
          </p>
          <div>
            <Button onClick={onSurvey}>Take the survey</Button>
          </div>
        </li>
        <li>
          <h3>Become a Loyalty Affiliate</h3>
          <p>
            Join the Business Loyalty Program with your business. It takes two pages, and we’ll send you a{' '}
            {signUpReward} gift card once you’ve signed up.
          </p>
          <div>
            <ButtonLink to={paths.joinLoyaltyWith(code)}>Become a Loyalty Affiliate</ButtonLink>
          </div>
        </li>
      </ul>
      {onWatch === null ? null : (
        <div>
          <Button variant="quiet" onClick={onWatch}>
            Watch the webinar again
          </Button>
        </div>
      )}
    </section>
  );
}
