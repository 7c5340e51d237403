import { paths } from '#server/lib/pages.shared.ts';
import classes from '#web/features/accounts/accounts.module.css';
import { ResendVerification } from '#web/features/accounts/resend-verification.tsx';
import { useFocusOnChange } from '#web/features/accounts/use-focus-on-change.ts';
import { useRefreshData } from '#web/features/accounts/use-session.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useLinkSecret } from '#web/lib/use-link-secret.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';
import layout from '#web/ui/styles/layout.module.css';

const INVALID_LINK = 'This link no longer works. Please request a new email.';

/** Opened by the link `/verifyemail#token=…` in the email to a new account, or to an account's new address. */
export function VerifyEmailPage() {
  const token = useLinkSecret('token');
  return (
    <Page>
      <PageHeader title="Verify your email" />
      <EmailVerification key={token} token={token} />
    </Page>
  );
}

/** Verifies the address only on a click: programs that scan email open links, too. */
function EmailVerification({ token }: { token: string | null }) {
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
        <div className={layout.row}>
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
