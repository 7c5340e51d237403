import { WEBINAR_ISSUE } from '#server/domains/webinar/webinar-rules.shared.ts';
import type { Failure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { lazySchema } from '#web/ui/form/lazy-schema.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import type { WebinarCode } from './use-webinar-code.ts';
import classes from './webinar.module.css';

const schema = lazySchema(
  async () => (await import('#server/domains/webinar/webinar.schema.ts')).webinarCodeInput,
);

/** The request succeeds for an unknown code, but the visitor should see the same message as for a failure. */
const UNKNOWN_CODE: Failure = {
  code: 'WEBINAR_CODE_NOT_FOUND',
  message: WEBINAR_ISSUE,
  fieldErrors: { code: 'We don’t recognize this code' },
  requestId: undefined,
};

interface CodePanelProps {
  code: string;
  enteredCode: WebinarCode | null;
  hasVideo: boolean;
  /** True once the video was watched to its end. */
  wasWatched: boolean;
  /** Set if the code could not be looked up or its times could not be recorded. Null otherwise. */
  failure: unknown;
  onRetry(): void;
  onEntered(code: string): void;
  onOffer(): void;
}

/** Appears next to the video: a field for the code, or what the entered code has unlocked. */
export function CodePanel({ enteredCode, ...props }: CodePanelProps) {
  return (
    <section className={classes.panel} aria-labelledby="code-title">
      {enteredCode === null ? <CodeForm {...props} /> : <EnteredCode {...props} enteredCode={enteredCode} />}
      {props.failure === null ? null : <ErrorBox message={WEBINAR_ISSUE} onRetry={props.onRetry} />}
    </section>
  );
}

function CodeForm({ code, hasVideo, wasWatched, failure, onEntered }: Omit<CodePanelProps, 'enteredCode'>) {
  const { webinar } = trpc.useUtils();

  async function lookUpCode(typed: string) {
    const lookup = await webinar.check.fetch({ code: typed });
    if (lookup === null) throw UNKNOWN_CODE;
    webinar.check.setData({ code: lookup.code }, lookup);
    onEntered(lookup.code);
  }

  return (
    <>
      <h2 id="code-title">{wasWatched ? 'You’ve watched the webinar' : 'Do you have a code?'}</h2>
      <p>
        {wasWatched || !hasVideo
          ? 'Enter your code, and choose your thank-you gift.'
          : 'Enter it while you watch so we know you’ve started.'}
      </p>
      {code === '' || failure !== null ? null : (
        <ErrorBox title={WEBINAR_ISSUE} message="We don’t recognize the code in this link." />
      )}
      <Form
        initial={{ code }}
        schema={schema}
        onSubmit={(values) => lookUpCode(values.code)}
        submitLabel="Enter code"
        errorHeader={WEBINAR_ISSUE}
      >
        <TextField
          name="code"
          label="Webinar code"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
        />
      </Form>
    </>
  );
}

function EnteredCode({
  enteredCode,
  hasVideo,
  onOffer,
}: Omit<CodePanelProps, 'enteredCode'> & { enteredCode: WebinarCode }) {
  const isFinished = enteredCode.dateFinishedWatching !== null;
  return (
    <>
      <h2 id="code-title" tabIndex={-1}>
        Your code: <span className={classes.code}>{enteredCode.code}</span>
      </h2>
      {hasVideo ? (
        <p>
          {isFinished
            ? 'You’ve watched the webinar. Watch it again, or go on to choose your thank-you gift.'
            : 'Watch to the end, then choose your thank-you gift. If you come back later, you’ll find it here.'}
        </p>
      ) : (
        <p>There’s nothing to watch yet, so you don’t have to wait. Choose your thank-you gift now.</p>
      )}
      {isFinished || !hasVideo ? (
        <div>
          <Button onClick={onOffer}>Skip to Offer</Button>
        </div>
      ) : null}
    </>
  );
}
