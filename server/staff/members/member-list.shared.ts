import type { ListDefinition } from '../kit/list.shared.ts';

export const memberList = {
  title: 'Members',
  columns: {
    name: { label: 'Name', format: 'text', isSortable: true },
    email: { label: 'Email', format: 'text' },
    type: { label: 'Type', format: 'text' },
    memberships: { label: 'Valid memberships', format: 'count' },
    joined: { label: 'Joined', format: 'instant', isSortable: true },
  },
  filters: {
    type: {
      label: 'Type',
      options: {
        0: 'Basic',
        1: 'Influencer',
        2: 'Business loyalty',
        3: 'Educator',
        10: 'Admin',
        42: 'Developer',
      },
    },
    from: { label: 'Joined from', format: 'day' },
    to: { label: 'Joined through', format: 'day' },
  },
  search: 'Start of a name or email, or a membership ID',
  sort: { column: 'joined', direction: 'desc' },
} as const satisfies ListDefinition;
