import { Link, Route, useSearchParams } from 'react-router';
import { formatCents } from '#server/lib/money.ts';
import { suspectedPurchaseId } from '#server/staff/affiliates/affiliate.schema.ts';
import {
  affiliateList,
  commissionList,
  necList,
  OWN_PURCHASE_ANSWERS,
  ownPurchaseList,
  payoutList,
  payoutRunList,
} from '#server/staff/affiliates/affiliate-lists.shared.ts';
import { readListAddress } from '#server/staff/kit/list.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { type SectionList, SectionRoutes } from '../kit/section-routes.tsx';
import { StaffAction } from '../kit/staff-action.tsx';
import { useStaffClient } from '../kit/staff-client.ts';
import { Facts } from '../kit/staff-detail.tsx';
import { StaffQuery } from '../kit/staff-query.tsx';
import { AffiliatePage } from './affiliate-page.tsx';
import { affiliatePaths, getLastEndedMonth } from './affiliate-paths.ts';
import { PayoutRunPage } from './payout-run-page.tsx';

/** Shows how much all affiliates were paid in a calendar year, and how many get a 1099-NEC for it. */
function NecTotals() {
  const [params] = useSearchParams();
  const { year } = readListAddress(necList, params).filters;
  const query = trpc.staff.affiliates.necYear.useQuery({ year: year === undefined ? year : Number(year) });
  return (
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
  );
}

/** Staff answer once whether a purchase is the affiliate's own. */
function OwnPurchaseActions({ id, about }: { id: string; about: string }) {
  const { affiliates } = useStaffClient().staff;
  const row = { schema: suspectedPurchaseId, initial: { id }, about };
  return (
    <div className={layout.toolRow}>
      <StaffAction {...row} label={OWN_PURCHASE_ANSWERS.other} action={affiliates.keepCommission} />
      <StaffAction {...row} label={OWN_PURCHASE_ANSWERS.own} danger action={affiliates.cancelCommission} />
    </div>
  );
}

function PreviewLink() {
  const month = getLastEndedMonth(new Date());
  return <ButtonLink to={affiliatePaths.run(month)}>Preview {month}</ButtonLink>;
}

const LISTS: SectionList[] = [
  { name: 'affiliates', link: 'Affiliates', definition: affiliateList, page: <AffiliatePage /> },
  {
    name: 'payoutRuns',
    path: 'runs',
    link: 'Payout runs',
    definition: payoutRunList,
    linkTo: (_, { month }) => affiliatePaths.run(String(month)),
    actions: <PreviewLink />,
  },
  { name: 'payouts', path: 'payouts', link: 'Payouts', definition: payoutList },
  {
    name: 'ownPurchases',
    path: 'own-purchases',
    link: 'Own purchases',
    definition: ownPurchaseList,
    renderCell: (name, { id, buyer, answer }) =>
      name === 'answer' && answer === null ? (
        <OwnPurchaseActions id={String(id)} about={String(buyer)} />
      ) : undefined,
  },
  { name: 'commissions', path: 'commissions', link: 'Commissions', definition: commissionList },
  {
    name: 'nec',
    path: '1099',
    link: '1099-NEC totals',
    definition: necList,
    linkTo: (id) => staffPath('affiliates', id),
    children: <NecTotals />,
  },
];

export function AffiliatesSection() {
  return (
    <SectionRoutes root={staffPath('affiliates')} label="Lists of affiliates" lists={LISTS}>
      <Route path="runs/:month" element={<PayoutRunPage />} />
    </SectionRoutes>
  );
}
