import { Link } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';

/**
 * Emails a new link that verifies the logged-in account's address, or the new address that it is changing to.
 * Anyone else has to log in first.
 */
export function ResendVerification({ email }: { email?: string }) {
  const viewer = trpc.viewer.user.useQuery();
  const resend = trpc.accounts.emailVerification.resend.useMutation();
  if (!viewer.data) {
    return (
      <p>
        <Link to={paths.account()}>Log in</Link> to get a new link.
      </p>
    );
  }
  if (resend.isSuccess) return <p role="status">We sent a new link to {email ?? viewer.data.email}.</p>;
  return (
    <>
      {resend.isError ? <ErrorBox message={toFailure(resend.error).message} focus /> : null}
      <div>
        <Button variant="secondary" busy={resend.isPending} onClick={() => resend.mutate()}>
          Send a new link
        </Button>
      </div>
    </>
  );
}
