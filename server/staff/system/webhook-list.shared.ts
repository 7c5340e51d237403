import type { ListDefinition } from '../kit/list.shared.ts';

/** Stripe's events of the last 90 days, with their outcome. */
export const webhookList = {
  title: 'Webhooks',
  columns: {
    event: { label: 'Event', format: 'id' },
    received: { label: 'Received', format: 'instant', isSortable: true },
    type: { label: 'Type', format: 'text' },
    object: { label: 'About', format: 'id' },
    outcome: { label: 'Outcome', format: 'status' },
    failures: { label: 'Failures', format: 'count' },
    reason: { label: 'Reason', format: 'text' },
  },
  filters: {
    outcome: {
      label: 'Outcome',
      options: { failed: 'Failed', pending: 'Pending', ignored: 'Ignored', applied: 'Applied' },
    },
  },
  search: 'Event or object id',
  sort: { column: 'received', direction: 'desc' },
  isSystem: true,
} as const satisfies ListDefinition;
