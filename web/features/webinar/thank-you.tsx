import { WEBINAR_ISSUE } from '#server/domains/webinar/webinar-rules.shared.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import classes from './webinar.module.css';

interface ThankYouProps {
  /** True if the survey redeemed the code, false if the signup did. */
  isSurvey: boolean;
  reward: string;
  /** True if this survey was refused because the code was already redeemed, for example in another tab. */
  wasRefused: boolean;
}

/** Once a code is redeemed, the webinar page shows nothing else. */
export function ThankYou({ isSurvey, reward, wasRefused }: ThankYouProps) {
  return (
    <section className={classes.thanks} aria-labelledby="thanks-title">
      {wasRefused ? (
        <ErrorBox
          title={WEBINAR_ISSUE}
          message="Your code was already redeemed, so we couldn’t use what you just sent."
        />
      ) : null}
      <h2 id="thanks-title" tabIndex={-1}>
        Thank you!
      </h2>
      {isSurvey ? (
        <p>
          We got your survey. Your {reward} lunch certificate goes to the email address you gave us. We’ll
          email you when we send it.
        </p>
      ) : (
        <p>
          You’re now a loyalty affiliate. Your {reward} gift card goes to your account’s email address. We’ll
          email you when we send it.
        </p>
      )}
      <p>Your code is now redeemed. Only one option can be redeemed, and only once.</p>
      <div className={classes.ways}>
        <ButtonLink to={paths.loyalty()}>See the Business Program</ButtonLink>
        <ButtonLink to={paths.savings()} variant="secondary">
          Find Businesses
        </ButtonLink>
      </div>
    </section>
  );
}
