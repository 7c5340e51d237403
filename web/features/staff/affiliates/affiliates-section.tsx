import type { ReactNode } from 'react';
import { Link, Route, useSearchParams } from 'react-router';
import { formatCents } from '#server/lib/money.ts';
import {
  affiliateList,
  commissionList,
  necList,
  payoutList,
  payoutRunList,
} from '#server/staff/affiliates/affiliate-lists.shared.ts';
import { readListAddress } from '#server/staff/kit/list.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { SectionLinks } from '../kit/section-links.tsx';
import { SectionRoutes } from '../kit/section-routes.tsx';
import { Facts } from '../kit/staff-detail.tsx';
import { StaffList } from '../kit/staff-list.tsx';
import { StaffQuery } from '../kit/staff-query.tsx';
import { AffiliatePage } from './affiliate-page.tsx';
import { affiliatePaths, getLastEndedMonth } from './affiliate-paths.ts';
import { PayoutRunPage } from './payout-run-page.tsx';

/** Shows how much each affiliate was paid in a calendar year, and who gets a 1099-NEC for it. */
function NecPage({ children }: { children: ReactNode }) {
  const [params] = useSearchParams();
  const { year } = readListAddress(necList, params).filters;
  const query = trpc.staff.affiliates.necYear.useQuery({ year: year === undefined ? year : Number(year) });
  return (
    <StaffList name="nec" definition={necList} linkTo={(id) => staffPath('affiliates', id)}>
      {children}
      <StaffQuery query={query}>
        {(totals) => (
          <Facts
            rows={[
              ['Year', totals.year],
              ['Paid', formatCents(totals.paidCents)],
              ['Affiliates paid', totals.affiliates],
              ['1099 threshold', formatCents(totals.thresholdCents)],
              ['Affiliates at the threshold', totals.overThreshold],
              [
                'Held back',
                <Link key="link" to={affiliatePaths.overThresholdWithoutForm()}>
                  Over the threshold, no form
                </Link>,
              ],
            ]}
          />
        )}
      </StaffQuery>
    </StaffList>
  );
}

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
