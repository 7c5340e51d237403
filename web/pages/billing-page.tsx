import { formatPersonName } from '#server/lib/same-person.ts';
import { RequireLogin } from '#web/features/accounts/require-login.tsx';
import { Billing } from '#web/features/billing/billing.tsx';
import { BillingNotice } from '#web/features/billing/billing-notice.tsx';
import { AccountTabs } from '#web/features/memberships/account-tabs.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

export function BillingPage() {
  return (
    <Page width="account">
      <PageHeader title="Account Settings and Managment" />
      <RequireLogin>
        {(viewer) => (
          <AccountTabs current="billing" viewer={viewer}>
            <BillingNotice />
            <Billing holderName={formatPersonName(viewer)} />
          </AccountTabs>
        )}
      </RequireLogin>
    </Page>
  );
}
