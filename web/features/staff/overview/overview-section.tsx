import { Route } from 'react-router';
import {
  cancellationList,
  countedMemberList,
  moneyList,
  pastDueList,
  recurringList,
} from '#server/staff/overview/figure-lists.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { SectionRoutes } from '#web/features/staff/kit/section-routes.tsx';
import { StaffList } from '#web/features/staff/kit/staff-list.tsx';
import type { TableRow } from '#web/features/staff/kit/staff-table.tsx';
import { OverviewPage } from './overview-page.tsx';

const linkToMembership = (id: string) => staffPath('memberships', id);
const linkToPurchase = (_id: string, { purchase }: TableRow) => staffPath('purchases', String(purchase));

/** The lists behind the figures. `name` is the list's name on the server. */
const LISTS = [
  { path: 'members', name: 'countedMembers', definition: countedMemberList, linkTo: linkToMembership },
  { path: 'canceled', name: 'cancellations', definition: cancellationList, linkTo: linkToMembership },
  { path: 'recurring', name: 'recurring', definition: recurringList, linkTo: linkToPurchase },
  { path: 'past-due', name: 'pastDue', definition: pastDueList, linkTo: linkToPurchase },
  { path: 'money', name: 'money', definition: moneyList, linkTo: linkToPurchase },
] as const;

export function OverviewSection() {
  return (
    <SectionRoutes>
      <Route index element={<OverviewPage />} />
      {LISTS.map(({ path, name, definition, linkTo }) => (
        <Route
          key={path}
          path={path}
          element={<StaffList name={name} definition={definition} linkTo={linkTo} />}
        />
      ))}
    </SectionRoutes>
  );
}
