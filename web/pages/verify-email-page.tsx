import { EmailVerification } from '#web/features/accounts/email-verification.tsx';
import { useLinkSecret } from '#web/lib/use-link-secret.ts';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

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
