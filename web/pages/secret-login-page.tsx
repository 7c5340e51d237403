import { StaffLogin } from '#web/features/accounts/staff-login.tsx';
import { Page, PageHeader } from '#web/ui/page-header.tsx';

/** /secretloginpage: staff log in by a one-time token; nothing leads here (DESIGN D11). */
export function SecretLoginPage() {
  return (
    <Page>
      <PageHeader title="Staff login" />
      <StaffLogin />
    </Page>
  );
}
