import { PURCHASE_KIND_LABELS, type Purchase } from '../../domains/checkout/purchase/purchase.schema.ts';
import type { ListDefinition } from '../kit/list.shared.ts';

export const PURCHASE_STATES = {
  pending: 'Pending',
  requires_action: 'Waiting for bank confirmation',
  paid: 'Paid',
  failed: 'Failed',
  refunded: 'Refunded',
} as const satisfies Record<Purchase['status'], string>;

export const purchaseList = {
  title: 'Purchases',
  columns: {
    started: { label: 'Started', format: 'instant', isSortable: true },
    kind: { label: 'Type', format: 'text' },
    state: { label: 'Status', format: 'status' },
    total: { label: 'Total', format: 'cents' },
    email: { label: 'Email', format: 'text' },
    promoCode: { label: 'Promo code', format: 'text' },
    reason: { label: 'Why it failed', format: 'text' },
  },
  filters: {
    state: {
      label: 'Status',
      options: {
        open: 'Open',
        stuck: 'Open for over an hour',
        paid: 'Paid',
        failed: 'Failed',
        refunded: 'Refunded',
      },
    },
    kind: { label: 'Type', options: PURCHASE_KIND_LABELS },
    // An import makes one for each member. A search and the type show them too.
    imported: {
      label: 'Imported without a payment',
      options: { shown: 'Shown', only: 'Only these' },
      unset: 'Hidden',
    },
    from: { label: 'Started from', format: 'day' },
    to: { label: 'Started through', format: 'day' },
  },
  search: 'Email, purchase ID, or Stripe ID',
  sort: { column: 'started', direction: 'desc' },
} as const satisfies ListDefinition;

/** Open disputes. We lose the money unless we send Stripe evidence in time. */
export const disputeList = {
  title: 'Disputes waiting for evidence',
  columns: {
    opened: { label: 'Opened', format: 'instant', isSortable: true },
    dueAt: { label: 'Evidence due', format: 'instant' },
    amount: { label: 'Amount', format: 'cents' },
    reason: { label: 'Reason', format: 'text' },
    email: { label: 'Email', format: 'text' },
    purchase: { label: 'Purchase', format: 'text' },
  },
  filters: {},
  sort: { column: 'opened', direction: 'asc' },
} as const satisfies ListDefinition;

/** Returns a value's label, or the value itself if it has none. */
export function labelOf(labels: Readonly<Record<string, string>>, value: string): string {
  return labels[value] ?? value;
}
