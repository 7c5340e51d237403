import { membershipList } from '#server/staff/members/membership-list.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { SectionRoutes } from '#web/features/staff/kit/section-routes.tsx';
import { GrantMembership } from './member-actions.tsx';
import { MembershipPage } from './membership-page.tsx';

/** Lists all memberships, including guests' and employees'. */
export function MembershipsSection() {
  return (
    <SectionRoutes
      root={staffPath('memberships')}
      lists={[
        {
          name: 'memberships',
          definition: membershipList,
          actions: <GrantMembership />,
          page: <MembershipPage />,
        },
      ]}
    />
  );
}
