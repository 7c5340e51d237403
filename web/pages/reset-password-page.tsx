import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import classes from '#web/features/accounts/accounts.module.css';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';

const SEND_FAILED = 'Could not send Password Reset Email';

/** Sends the account with this id an email with a link to set a new password. */
export function ResetPasswordPage() {
  const { id } = useParams();
  return (
    <Page>
      <PageHeader title="Reset password" />
      {id === undefined ? <InvalidId /> : <PasswordResetSender key={id} id={id} />}
    </Page>
  );
}

/** Sends a reset email to the account whose id is in the URL. */
function PasswordResetSender({ id }: { id: string }) {
  const email = trpc.accounts.emailFromId.useQuery({ id });
  const { mutate: send, ...request } = trpc.accounts.passwordReset.request.useMutation();
  const wasSent = useRef(false);
  const maskedEmail = email.data;

  useEffect(() => {
    // Send only once per visit, even if React runs the effect twice.
    if (!maskedEmail || wasSent.current) return;
    wasSent.current = true;
    send({ id });
  }, [maskedEmail, id, send]);

  if (email.error) {
    const retry = () => void email.refetch();
    return <ErrorBox title={SEND_FAILED} message={toFailure(email.error).message} onRetry={retry} />;
  }
  if (maskedEmail === null) return <InvalidId />;
  if (request.error) {
    const retry = () => send({ id });
    return <ErrorBox title={SEND_FAILED} message={toFailure(request.error).message} onRetry={retry} />;
  }
  if (maskedEmail === undefined) return <Skeleton heights={['4.5rem']} />;
  if (!request.isSuccess) return <Notice>Sending an email to {maskedEmail} …</Notice>;
  return (
    <div className={classes.panel}>
      <Notice tone="success">
        <p>An email has been sent to {maskedEmail}</p>
      </Notice>
      <p>Open it within an hour, and use the link to choose a new password.</p>
      <div className={layout.row}>
        <ButtonLink to={paths.account()} variant="secondary">
          Back to Login
        </ButtonLink>
      </div>
    </div>
  );
}

/** Shown if the account id in the URL is missing or unknown. */
function InvalidId() {
  return (
    <div className={classes.panel}>
      <ErrorBox message="Invalid ID" />
      <p>The link may be incomplete. You can request a new one when you log in.</p>
      <div className={layout.row}>
        <ButtonLink to={paths.account()} variant="secondary">
          Go to Login
        </ButtonLink>
      </div>
    </div>
  );
}
