import { useState } from 'react';
import {
  readWebinarSettings,
  type WebinarSettings,
} from '#server/domains/webinar/webinar-settings.shared.ts';
import { useFocusOnChange } from '#web/features/accounts/use-focus-on-change.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { CodePanel } from './code-panel.tsx';
import { Offer } from './offer.tsx';
import { SurveyForm } from './survey-form.tsx';
import { ThankYou } from './thank-you.tsx';
import { useRememberedCode, useWebinarAddress, type WebinarStep } from './use-webinar-address.ts';
import { useWebinarCode } from './use-webinar-code.ts';
import classes from './webinar.module.css';
import { WebinarVideo } from './webinar-video.tsx';

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
