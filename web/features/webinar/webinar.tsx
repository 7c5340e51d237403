import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { WEBINAR_ISSUE } from '#server/domains/webinar/webinar-rules.shared.ts';
import {
  readWebinarSettings,
  type WebinarSettings,
} from '#server/domains/webinar/webinar-settings.shared.ts';
import { paths } from '#server/lib/pages.shared.ts';
import type { VideoLink } from '#server/lib/video-link.ts';
import { useFocusOnChange } from '#web/features/accounts/use-focus-on-change.ts';
import { toFailure } from '#web/lib/errors.ts';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { VideoOnClick } from '#web/ui/video-on-click.tsx';
import { CodePanel } from './code-panel.tsx';
import { Offer } from './offer.tsx';
import { readWebinarCode } from './remembered-code.ts';
import { SurveyForm } from './survey-form.tsx';
import { useWebinarCode } from './use-webinar-code.ts';
import classes from './webinar.module.css';
import { WebinarPoster } from './webinar-poster.tsx';

interface ThankYouProps {
  /** True if the survey redeemed the code, false if the signup did. */
  isSurvey: boolean;
  reward: string;
  /** True if this survey was refused because the code was already redeemed, for example in another tab. */
  wasRefused: boolean;
}

/** Once a code is redeemed, the webinar page shows nothing else. */
function ThankYou({ isSurvey, reward, wasRefused }: ThankYouProps) {
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

interface WebinarVideoProps {
  video: VideoLink | null;
  /** Called when the video ends, or when the viewer confirms having watched it. */
  onWatched(): void;
}

/** Embedded players don't report that a video ended, so the viewer confirms it with a button. */
function WebinarVideo({ video, onWatched }: WebinarVideoProps) {
  const [hasPlayed, setHasPlayed] = useState(false);
  if (video === null) {
    return (
      <div className={classes.video}>
        <WebinarPoster />
        <Notice title="The video isn’t ready yet">
          Please come back soon. If you have a code, you can continue without the video.
        </Notice>
      </div>
    );
  }
  return (
    <div className={classes.video}>
      <VideoOnClick
        video={video}
        title="Webinar"
        playLabel="Play the webinar"
        poster={<WebinarPoster />}
        onPlay={() => setHasPlayed(true)}
        onEnded={onWatched}
      />
      {hasPlayed && video.kind === 'frame' ? (
        <div>
          <Button variant="secondary" onClick={onWatched}>
            I’ve watched it
          </Button>
        </div>
      ) : null}
    </div>
  );
}

type WebinarStep = 'watch' | 'offer' | 'survey';

const STEPS: readonly WebinarStep[] = ['watch', 'offer', 'survey'];

/**
 * Keeps the code and the step in the URL (`?code=DEMO1&step=offer`), so that a reload or a link returns
 * there.
 */
function useWebinarAddress() {
  const [params] = useSearchParams();
  const navigate = useLateNavigate();
  const requestedStep = params.get('step');
  return {
    code: params.get('code') ?? '',
    step: STEPS.find((step) => step === requestedStep) ?? 'watch',
    go: (code: string, step: WebinarStep) =>
      navigate({ search: `?${new URLSearchParams(step === 'watch' ? { code } : { code, step })}` }),
  };
}

/** If the URL has no code, adds the last one that this browser remembers. */
function useRememberedCode(): void {
  const [params] = useSearchParams();
  const navigate = useLateNavigate();
  const hasCode = params.has('code');
  useEffect(() => {
    const code = hasCode ? '' : readWebinarCode();
    if (code !== '') navigate({ search: `?${new URLSearchParams({ code })}` }, { replace: true });
  }, [hasCode, navigate]);
}

type View = WebinarStep | 'thanks';

/**
 * The URL selects the step: video, offer, or survey. Steps that the code hasn't unlocked show the video. A
 * redeemed code shows only the thank-you.
 */
export function Webinar() {
  const { code } = useWebinarAddress();
  useRememberedCode();
  const settings = trpc.content.settings.useQuery();
  const check = trpc.webinar.check.useQuery({ code }, { enabled: code !== '' });
  if (settings.isError) {
    return <ErrorBox message={toFailure(settings.error).message} onRetry={() => void settings.refetch()} />;
  }
  if (settings.isPending || (code !== '' && check.isPending)) {
    return <Skeleton heights={['min(56vw, 24rem)', '12rem']} />;
  }
  return <WebinarStages settings={readWebinarSettings(settings.data)} />;
}

function WebinarStages({ settings }: { settings: WebinarSettings }) {
  const { video, surveyReward, signUpReward } = settings;
  const { code, step, go } = useWebinarAddress();
  const [wasWatched, setWasWatched] = useState(false);
  const [wasRefused, setWasRefused] = useState(false);
  const { enteredCode, check, saveCode, failure, recordAgain } = useWebinarCode({
    code,
    wasWatched: wasWatched,
    onFinished: () => go(code, 'offer'),
  });

  const canChooseStep = enteredCode !== null && (enteredCode.dateFinishedWatching !== null || video === null);
  const view: View = enteredCode?.completedForm ? 'thanks' : canChooseStep ? step : 'watch';
  const container = useFocusOnChange([view, enteredCode !== null, wasWatched].join());

  function renderStage() {
    switch (view) {
      case 'thanks': {
        const isSurvey = enteredCode?.selection === 'SELECTED_SURVEY';
        return (
          <ThankYou
            isSurvey={isSurvey}
            reward={isSurvey ? surveyReward : signUpReward}
            wasRefused={wasRefused}
          />
        );
      }
      case 'offer':
        return (
          <Offer
            code={code}
            surveyReward={surveyReward}
            signUpReward={signUpReward}
            onSurvey={() => go(code, 'survey')}
            onWatch={video === null ? null : () => go(code, 'watch')}
          />
        );
      case 'survey':
        return (
          <SurveyForm
            code={code}
            reward={surveyReward}
            onDone={saveCode}
            onRefused={() => {
              setWasRefused(true);
              void check.refetch();
            }}
            onBack={() => go(code, 'offer')}
          />
        );
      case 'watch':
        return (
          <div className={classes.watch}>
            <p className={classes.lead}>
              For businesses: see how members with an Everything Card find you. You can start watching right
              away. If we gave you a code, enter it while you watch. It’s good for one thank-you gift at the
              end: a {surveyReward} lunch certificate for a short survey, or a {signUpReward} gift card when
              you become a loyalty affiliate.
            </p>
            <WebinarVideo video={video} onWatched={() => setWasWatched(true)} />
            <CodePanel
              code={code}
              enteredCode={enteredCode}
              hasVideo={video !== null}
              wasWatched={wasWatched}
              failure={check.error ?? failure}
              onRetry={check.isError ? () => void check.refetch() : recordAgain}
              onEntered={(enteredCode) => go(enteredCode, 'watch')}
              onOffer={() => go(code, 'offer')}
            />
          </div>
        );
    }
  }

  return <div ref={container}>{renderStage()}</div>;
}
