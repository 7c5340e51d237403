import { paths } from '#server/lib/pages.shared.ts';
import classes from '#web/features/accounts/accounts.module.css';
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

const INVALID_LINK =
  'This link no longer works. If your account’s email address was changed and you didn’t change it, contact us right away.';

/** Opened by the link `/keepemail#token=…` in the email that announces a change of address. */
export function KeepEmailPage() {
  const token = useLinkSecret('token');
  return (
    <Page>
      <PageHeader title="Keep your email address" />
      <KeepEmail key={token} token={token} />
    </Page>
  );
}

/** Withdraws a change of email only on a click: programs that scan email open links, too. */
function KeepEmail({ token }: { token: string | null }) {
  const refreshData = useRefreshData();
  const keepEmail = trpc.accounts.emailVerification.keepEmail.useMutation({ onSuccess: refreshData });
  const failure = keepEmail.isError ? toFailure(keepEmail.error) : null;
  const isInvalid = token === null || failure?.code === 'BAD_KEEP_EMAIL_LINK';
  const container = useFocusOnChange(keepEmail.isSuccess ? 'done' : 'open');

  if (keepEmail.isSuccess) {
    return (
      <div ref={container} className={classes.panel}>
        <div tabIndex={-1}>
          <Notice tone="success">
            <p>Your account keeps its email address. We logged it out on all other devices.</p>
          </Notice>
        </div>
        <p>Someone else knows your password. Choose a new one now, so they can’t log in again.</p>
        <div className={layout.row}>
          <ButtonLink to={paths.resetPassword()}>Reset your password</ButtonLink>
        </div>
      </div>
    );
  }
  if (isInvalid) {
    return (
      <div className={classes.panel}>
        <ErrorBox title="An Error Occurred" message={INVALID_LINK} focus={failure !== null} />
        <div className={layout.row}>
          <ButtonLink to={paths.contact()}>Contact us</ButtonLink>
        </div>
      </div>
    );
  }
  return (
    <div className={classes.panel}>
      <p>
        Didn’t ask for a new email address? We’ll stop the change and log out your account on all other
        devices.
      </p>
      {failure === null ? null : <ErrorBox message={failure.message} focus />}
      <div>
        <Button busy={keepEmail.isPending} onClick={() => keepEmail.mutate({ token })}>
          Keep my email address
        </Button>
      </div>
    </div>
  );
}
