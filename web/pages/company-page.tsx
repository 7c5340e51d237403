import { RequireLogin } from '#web/features/accounts/require-login.tsx';
import { OwnCompany } from '#web/features/company/own-company.tsx';
import { AccountTabs } from '#web/features/memberships/account-tabs.tsx';
import { Page, PageHeader } from '#web/ui/page-header.tsx';

/** /user/company: what a company has bought for its employees; beside the memberships, for who is logged in. */
export function CompanyPage() {
  return (
    <Page width="wide">
      <PageHeader title="Account Settings and Managment" />
      <RequireLogin>
        {(viewer) => (
          <AccountTabs current="company" viewer={viewer}>
            <OwnCompany />
          </AccountTabs>
        )}
      </RequireLogin>
    </Page>
  );
}
