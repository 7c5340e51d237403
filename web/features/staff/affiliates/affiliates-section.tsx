import { Route } from 'react-router';
import {
  affiliateList,
  commissionList,
  payoutList,
  payoutRunList,
} from '#server/staff/affiliates/affiliate-lists.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { SectionLinks } from '../kit/section-links.tsx';
import { SectionRoutes } from '../kit/section-routes.tsx';
import { StaffList } from '../kit/staff-list.tsx';
import { AffiliatePage } from './affiliate-page.tsx';
import { affiliatePaths, getLastEndedMonth } from './affiliate-paths.ts';
import { NecPage } from './nec-page.tsx';
import { PayoutRunPage } from './payout-run-page.tsx';

const links = (
  <SectionLinks
    label="Lists of affiliates"
    links={[
      ['Affiliates', staffPath('affiliates')],
      ['Payout runs', affiliatePaths.runs()],
      ['Payouts', affiliatePaths.payouts()],
      ['Commissions', affiliatePaths.commissions()],
      ['1099-NEC totals', affiliatePaths.nec()],
    ]}
  />
);

export function AffiliatesSection() {
  return (
    <SectionRoutes>
      <Route
        index
        element={
          <StaffList
            name="affiliates"
            definition={affiliateList}
            linkTo={(id) => staffPath('affiliates', id)}
          >
            {links}
          </StaffList>
        }
      />
      <Route path="1099" element={<NecPage>{links}</NecPage>} />
      <Route
        path="commissions"
        element={
          <StaffList name="commissions" definition={commissionList}>
            {links}
          </StaffList>
        }
      />
      <Route path="runs" element={<PayoutRunListPage />} />
      <Route path="runs/:month" element={<PayoutRunPage />} />
      <Route
        path="payouts"
        element={
          <StaffList name="payouts" definition={payoutList}>
            {links}
          </StaffList>
        }
      />
      <Route path=":id" element={<AffiliatePage />} />
    </SectionRoutes>
  );
}

function PayoutRunListPage() {
  const month = getLastEndedMonth(new Date());
  return (
    <StaffList
      name="payoutRuns"
      definition={payoutRunList}
      linkTo={(_, { month: paidMonth }) => affiliatePaths.run(String(paidMonth))}
      actions={<ButtonLink to={affiliatePaths.run(month)}>Preview {month}</ButtonLink>}
    >
      {links}
    </StaffList>
  );
}
