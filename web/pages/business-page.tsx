import { RequireLogin } from '#web/features/accounts/require-login.tsx';
import { BillingNotice } from '#web/features/billing/billing-notice.tsx';
import { OwnPlan } from '#web/features/business-plans/own-plan.tsx';
import { EmployeeCards } from '#web/features/company/employee-cards.tsx';
import { AccountTabs } from '#web/features/memberships/account-tabs.tsx';
import { LeaveGuard } from '#web/features/stores/owner/leave-guard.tsx';
import { OwnBusiness } from '#web/features/stores/owner/own-business.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

export function BusinessPage() {
  return (
    <Page width="account">
      <PageHeader title="Account Settings and Managment" />
      <RequireLogin>
        {(viewer) => (
          <AccountTabs current="business" viewer={viewer}>
            <LeaveGuard>
              <BillingNotice />
              <OwnPlan />
              <EmployeeCards />
              <OwnBusiness />
            </LeaveGuard>
          </AccountTabs>
        )}
      </RequireLogin>
    </Page>
  );
}
