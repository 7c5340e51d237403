import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatCents } from '#server/lib/money.ts';
import { necList } from '#server/staff/affiliates/affiliate-lists.shared.ts';
import { readListAddress } from '#server/staff/kit/list.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Facts } from '../kit/staff-detail.tsx';
import { StaffList } from '../kit/staff-list.tsx';
import { StaffQuery } from '../kit/staff-query.tsx';
import { affiliatePaths } from './affiliate-paths.ts';

/** Shows how much each affiliate was paid in a calendar year, and who gets a 1099-NEC for it. */
export function NecPage({ children }: { children: ReactNode }) {
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
