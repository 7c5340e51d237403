import { RequireLogin } from '#web/features/accounts/require-login.tsx';
import { OwnAffiliate } from '#web/features/affiliates/own/own-affiliate.tsx';
import { AccountTabs } from '#web/features/memberships/account-tabs.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

export function AffiliatePage() {
  return (
    <Page width="account">
      <PageHeader title="Account Settings and Managment" />
      <RequireLogin>
        {(viewer) => (
          <AccountTabs current="affiliate" viewer={viewer}>
            <OwnAffiliate viewer={viewer} />
          </AccountTabs>
        )}
      </RequireLogin>
    </Page>
  );
}
