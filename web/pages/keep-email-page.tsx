import { KeepEmail } from '#web/features/accounts/keep-email.tsx';
import { useLinkSecret } from '#web/lib/use-link-secret.ts';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

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
