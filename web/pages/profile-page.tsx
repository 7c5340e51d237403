import { Profile } from '#web/features/accounts/profile/profile.tsx';
import { RequireLogin } from '#web/features/accounts/require-login.tsx';
import { AccountTabs } from '#web/features/memberships/account-tabs.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

export function ProfilePage() {
  return (
    <Page width="wide">
      <PageHeader title="Account Settings and Managment" />
      <RequireLogin>
        {(viewer) => (
          <AccountTabs current="profile" viewer={viewer}>
            <Profile />
          </AccountTabs>
        )}
      </RequireLogin>
    </Page>
  );
}
