import { Route } from 'react-router';
import { membershipList } from '#server/staff/members/membership-list.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { SectionRoutes } from '#web/features/staff/kit/section-routes.tsx';
import { StaffList } from '#web/features/staff/kit/staff-list.tsx';
import { GrantMembership } from './member-actions.tsx';
import { MembershipPage } from './membership-page.tsx';

/** Lists all memberships, including guests' and employees'. */
export function MembershipsSection() {
  return (
    <SectionRoutes>
      <Route
        index
        element={
          <StaffList
            name="memberships"
            definition={membershipList}
            linkTo={(id) => staffPath('memberships', id)}
            actions={<GrantMembership />}
          />
        }
      />
      <Route path=":id" element={<MembershipPage />} />
    </SectionRoutes>
  );
}
