import { StaffLogin } from '#web/features/accounts/staff-login.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

/** Staff log in with a one-time token. No page links to this one (D11). */
export function SecretLoginPage() {
  return (
    <Page>
      <PageHeader title="Staff login" />
      <StaffLogin />
    </Page>
  );
}
