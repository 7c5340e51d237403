import { RequireLogin } from '#web/features/accounts/require-login.tsx';
import { AccountTabs } from '#web/features/memberships/account-tabs.tsx';
import { CardModal } from '#web/features/memberships/card-modal.tsx';
import { MembershipsTab } from '#web/features/memberships/memberships-tab.tsx';
import { Page, PageHeader } from '#web/ui/page-header.tsx';

/** /user, and /user/card/{id} over it, for who is logged in (SPEC section 2, Memberships). */
export function UserPage() {
  return (
    <Page width="wide">
      <PageHeader title="Account Settings and Managment" noindex />
      <RequireLogin>
        {(viewer) => (
          <>
            <AccountTabs current="memberships" viewer={viewer}>
              <MembershipsTab />
            </AccountTabs>
            <CardModal />
          </>
        )}
      </RequireLogin>
    </Page>
  );
}
