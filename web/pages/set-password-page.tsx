import { NewPassword } from '#web/features/accounts/new-password.tsx';
import { useLinkSecret } from '#web/lib/use-link-secret.ts';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

/** Opened by the link `/setpassword#token=…` in a password reset email. */
export function SetPasswordPage() {
  const token = useLinkSecret('token');
  return (
    <Page>
      <PageHeader title="Choose a new password" />
      <NewPassword key={token} token={token} />
    </Page>
  );
}
