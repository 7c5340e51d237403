import { Route } from 'react-router';
import { memberList } from '#server/staff/members/member-list.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { SectionRoutes } from '#web/features/staff/kit/section-routes.tsx';
import { StaffList } from '#web/features/staff/kit/staff-list.tsx';
import { GrantMembership } from './member-actions.tsx';
import { MemberPage } from './member-page.tsx';

/**
 * Lists the accounts of members and affiliates. Guests have no account, so their memberships are in the next
 * section.
 */
export function MembersSection() {
  return (
    <SectionRoutes>
      <Route
        index
        element={
          <StaffList
            name="members"
            definition={memberList}
            linkTo={(id) => staffPath('members', id)}
            actions={<GrantMembership />}
          />
        }
      />
      <Route path=":id" element={<MemberPage />} />
    </SectionRoutes>
  );
}
