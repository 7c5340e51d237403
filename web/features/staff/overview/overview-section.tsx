import { Route } from 'react-router';
import {
  cancellationList,
  countedMemberList,
  importedMemberList,
  moneyList,
  pastDueList,
  recurringList,
} from '#server/staff/overview/figure-lists.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { SectionRoutes } from '#web/features/staff/kit/section-routes.tsx';
import type { TableRow } from '#web/features/staff/kit/staff-table.tsx';
import { OverviewPage } from './overview-page.tsx';

const linkToMembership = (id: string) => staffPath('memberships', id);
const linkToPurchase = (_id: string, { purchase }: TableRow) => staffPath('purchases', String(purchase));

/** The lists behind the figures. */
const LISTS = [
  { path: 'members', name: 'countedMembers', definition: countedMemberList, linkTo: linkToMembership },
  { path: 'imported', name: 'importedMembers', definition: importedMemberList, linkTo: linkToMembership },
  { path: 'canceled', name: 'cancellations', definition: cancellationList, linkTo: linkToMembership },
  { path: 'recurring', name: 'recurring', definition: recurringList, linkTo: linkToPurchase },
  { path: 'past-due', name: 'pastDue', definition: pastDueList, linkTo: linkToPurchase },
  { path: 'money', name: 'money', definition: moneyList, linkTo: linkToPurchase },
] as const;

export function OverviewSection() {
  return (
    <SectionRoutes root={staffPath('overview')} lists={LISTS}>
      <Route index element={<OverviewPage />} />
    </SectionRoutes>
  );
}
