import { memberList } from '#server/staff/members/member-list.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { SectionRoutes } from '#web/features/staff/kit/section-routes.tsx';
import { GrantMembership } from './member-actions.tsx';
import { MemberPage } from './member-page.tsx';

/**
 * Lists the accounts of members and affiliates. Guests have no account, so their memberships are in the next
 * section.
 */
export function MembersSection() {
  return (
    <SectionRoutes
      root={staffPath('members')}
      lists={[
        { name: 'members', definition: memberList, actions: <GrantMembership />, page: <MemberPage /> },
      ]}
    />
  );
}
