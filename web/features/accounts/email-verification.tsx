import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import classes from './accounts.module.css';
import { ResendVerification } from './resend-verification.tsx';
import { useFocusOnChange } from './use-focus-on-change.ts';
import { useRefreshData } from './use-session.ts';

const INVALID_LINK = 'This link no longer works. Please request a new email.';

/** Verifies the address only on a click: programs that scan email open links, too. */
export function EmailVerification({ token }: { token: string | null }) {
  const refreshData = useRefreshData();
  const verification = trpc.accounts.emailVerification.complete.useMutation({ onSuccess: refreshData });
  const failure = verification.isError ? toFailure(verification.error) : null;
  const isInvalid = token === null || failure?.code === 'BAD_VERIFICATION_LINK';
  const container = useFocusOnChange(verification.isSuccess ? 'done' : 'open');

  if (verification.isSuccess) {
    return (
      <div ref={container} className={classes.panel}>
        <div tabIndex={-1}>
          <Notice tone="success">
            <p>Your email address is verified. Thank you!</p>
          </Notice>
        </div>
        <div className={classes.links}>
          <ButtonLink to={paths.account()}>Go to your account</ButtonLink>
        </div>
      </div>
    );
  }
  if (isInvalid) {
    return (
      <div className={classes.panel}>
        <ErrorBox title="An Error Occurred" message={INVALID_LINK} focus={failure !== null} />
        <ResendVerification />
      </div>
    );
  }
  return (
    <div className={classes.panel}>
      <p>Confirm that this email address is yours.</p>
      {failure === null ? null : <ErrorBox message={failure.message} focus />}
      <div>
        <Button busy={verification.isPending} onClick={() => verification.mutate({ token })}>
          Verify my email
        </Button>
      </div>
    </div>
  );
}
