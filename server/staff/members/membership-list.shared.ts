import type { ListDefinition } from '../kit/list.shared.ts';

/** Memberships of members, guests, and employees. */
export const membershipList = {
  title: 'Memberships',
  columns: {
    name: { label: 'Holder', format: 'text', isSortable: true },
    number: { label: 'Membership ID', format: 'id' },
    plan: { label: 'Plan', format: 'text' },
    state: { label: 'Status', format: 'status' },
    expires: { label: 'Expires', format: 'day' },
    owner: { label: 'Owner', format: 'text' },
    created: { label: 'Created', format: 'instant', isSortable: true },
  },
  filters: {
    owner: { label: 'Owner', options: { nobody: 'Without an account' } },
    payment: { label: 'Payment', options: { overdue: 'Overdue' } },
    from: { label: 'Created from', format: 'day' },
    to: { label: 'Created through', format: 'day' },
  },
  search: 'Start of a name, an email, or a membership ID',
  sort: { column: 'created', direction: 'desc' },
} as const satisfies ListDefinition;
