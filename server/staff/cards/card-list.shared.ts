import type { ListDefinition } from '../kit/list.shared.ts';

export const SHIPMENT_STEPS = {
  waiting: 'Waiting',
  printed: 'Printed',
  sent: 'Sent',
  returned: 'Returned',
} as const;
export const SHIPMENT_KINDS = { first: 'First card', replacement: 'Replacement' } as const;

export const cardList = {
  title: 'Physical cards',
  columns: {
    recipient: { label: 'Recipient', format: 'text' },
    number: { label: 'Membership ID', format: 'id' },
    plan: { label: 'Plan', format: 'text' },
    standing: { label: 'Membership', format: 'status' },
    kind: { label: 'Card', format: 'text' },
    city: { label: 'City', format: 'text' },
    step: { label: 'Status', format: 'status' },
    requested: { label: 'Requested', format: 'instant', isSortable: true },
    sent: { label: 'Sent', format: 'instant' },
  },
  filters: {
    step: { label: 'Status', options: SHIPMENT_STEPS },
    kind: { label: 'Card', options: SHIPMENT_KINDS },
  },
  search: 'Recipient, email, or membership ID',
  sort: { column: 'requested', direction: 'asc' },
} as const satisfies ListDefinition;

export const printRunList = {
  title: 'Print runs',
  columns: {
    printed: { label: 'Printed', format: 'instant', isSortable: true },
    by: { label: 'By', format: 'text' },
    cards: { label: 'Cards', format: 'count' },
  },
  filters: {},
  sort: { column: 'printed', direction: 'desc' },
} as const satisfies ListDefinition;
