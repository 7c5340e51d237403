import { Route, Routes } from 'react-router';
import {
  affiliateList,
  commissionList,
  payoutList,
  payoutRunList,
} from '#server/staff/affiliates/affiliate-lists.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { NotFoundPage } from '#web/pages/not-found-page.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { StaffList } from '../kit/staff-list.tsx';
import { AffiliatePage } from './affiliate-page.tsx';
import { affiliatePaths, getLastEndedMonth } from './affiliate-paths.ts';
import { NecPage } from './nec-page.tsx';
import { PayoutRunPage } from './payout-run-page.tsx';

export function AffiliatesSection() {
  return (
    <Routes>
      <Route index element={<AffiliateListPage />} />
      <Route path="1099" element={<NecPage />} />
      <Route path="commissions" element={<StaffList name="commissions" definition={commissionList} />} />
      <Route path="runs" element={<PayoutRunListPage />} />
      <Route path="runs/:month" element={<PayoutRunPage />} />
      <Route path="payouts" element={<StaffList name="payouts" definition={payoutList} />} />
      <Route path=":id" element={<AffiliatePage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

function AffiliateListPage() {
  return (
    <StaffList
      name="affiliates"
      definition={affiliateList}
      linkTo={(id) => staffPath('affiliates', id)}
      actions={
        <>
          <ButtonLink variant="secondary" to={affiliatePaths.runs()}>
            Payout runs
          </ButtonLink>
          <ButtonLink variant="secondary" to={affiliatePaths.nec()}>
            1099-NEC totals
          </ButtonLink>
        </>
      }
    />
  );
}

function PayoutRunListPage() {
  const month = getLastEndedMonth(new Date());
  return (
    <StaffList
      name="payoutRuns"
      definition={payoutRunList}
      linkTo={(_, { month: paidMonth }) => affiliatePaths.run(String(paidMonth))}
      actions={
        <>
          <ButtonLink variant="secondary" to={affiliatePaths.payouts()}>
            All payouts
          </ButtonLink>
          <ButtonLink to={affiliatePaths.run(month)}>Preview {month}</ButtonLink>
        </>
      }
    />
  );
}
