import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatCents } from '#server/lib/money.ts';
import { necList } from '#server/staff/affiliates/affiliate-lists.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Facts } from '../kit/staff-detail.tsx';
import { StaffList } from '../kit/staff-list.tsx';
import { StaffQuery } from '../kit/staff-query.tsx';
import { affiliatePaths } from './affiliate-paths.ts';

/** What was paid to each affiliate in a calendar year, and who gets a 1099-NEC for it. */
export function NecPage({ children }: { children: ReactNode }) {
  const [params] = useSearchParams();
  const [newestYear = ''] = Object.keys(necList.filters.year.options).toReversed();
  const year = Number(params.get('year') ?? newestYear);
  const query = trpc.staff.affiliates.necYear.useQuery({ year });
  return (
    <StaffList name="nec" definition={necList} linkTo={(id) => staffPath('affiliates', id)}>
      {children}
      <StaffQuery query={query}>
        {({ thresholdCents, affiliates, paidCents, overThreshold }) => (
          <Facts
            rows={[
              ['Year', year],
              ['Paid', formatCents(paidCents)],
              ['Affiliates paid', affiliates],
              ['1099 threshold', formatCents(thresholdCents)],
              ['Paid at least that', overThreshold],
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
