import type { ListDefinition } from '../kit/list.shared.ts';

export const companyList = {
  title: 'Companies',
  columns: {
    name: { label: 'Company', format: 'text', isSortable: true },
    contact: { label: 'Contact', format: 'text' },
    email: { label: 'Email', format: 'text' },
    phone: { label: 'Phone', format: 'text' },
    plan: { label: 'Plan', format: 'status' },
    cards: { label: 'Cards', format: 'count' },
    claimed: { label: 'Claimed', format: 'count' },
    renews: { label: 'Renews', format: 'day' },
    created: { label: 'Registered', format: 'day', isSortable: true },
  },
  filters: {
    renewal: { label: 'Renewal', options: { soon: 'In the next 30 days', overdue: 'Overdue' } },
  },
  search: 'Company, contact, email, or membership ID',
  sort: { column: 'created', direction: 'desc' },
} as const satisfies ListDefinition;
