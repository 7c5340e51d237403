import { RequireLogin } from '#web/features/accounts/require-login.tsx';
import { BillingNotice } from '#web/features/billing/billing-notice.tsx';
import { OwnCompany } from '#web/features/company/own-company.tsx';
import { AccountTabs } from '#web/features/memberships/account-tabs.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

export function CompanyPage() {
  return (
    <Page width="account">
      <PageHeader title="Account Settings and Managment" />
      <RequireLogin>
        {(viewer) => (
          <AccountTabs current="company" viewer={viewer}>
            <BillingNotice />
            <OwnCompany />
          </AccountTabs>
        )}
      </RequireLogin>
    </Page>
  );
}
