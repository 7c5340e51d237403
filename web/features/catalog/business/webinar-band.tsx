import { readWebinarSettings } from '#server/domains/webinar/webinar-settings.shared.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import classes from './business-info.module.css';

export function WebinarBand() {
  const { data } = trpc.content.settings.useQuery();
  const { surveyReward, signUpReward } = readWebinarSettings(data ?? {});
  return (
    <section className={classes.band} aria-labelledby="webinar-title">
      <div>
        <h2 id="webinar-title">Did we send you a webinar code?</h2>
        <p>
          Enter it while you watch, and choose one thank-you gift at the end: a {signUpReward} gift card when
          you become a loyalty affiliate, or a {surveyReward} lunch certificate for a short survey.
        </p>
      </div>
      <ButtonLink to={paths.webinar()} variant="accent" size="lg">
        Go to the webinar
      </ButtonLink>
    </section>
  );
}
