import type { ListDefinition } from '../kit/list.shared.ts';

export const promoCodeList = {
  title: 'Promo codes',
  columns: {
    code: { label: 'Code', format: 'text', isSortable: true },
    discount: { label: 'Discount', format: 'text' },
    state: { label: 'Status', format: 'status' },
    uses: { label: 'Uses', format: 'count' },
    maxUses: { label: 'Limit', format: 'count' },
    validFrom: { label: 'From', format: 'instant' },
    lastDay: { label: 'Last day', format: 'day' },
    created: { label: 'Created', format: 'instant', isSortable: true },
  },
  filters: {
    state: {
      label: 'Status',
      options: {
        running: 'Running',
        scheduled: 'Scheduled',
        usedUp: 'Used up',
        stopped: 'Stopped',
        expired: 'Expired',
      },
    },
  },
  search: 'Code',
  sort: { column: 'created', direction: 'desc' },
} as const satisfies ListDefinition;

export const promoUseList = {
  title: 'Uses of a promo code',
  columns: {
    email: { label: 'Buyer', format: 'text' },
    sold: { label: 'Bought', format: 'text' },
    state: { label: 'Use', format: 'status' },
    discount: { label: 'Discount at purchase', format: 'cents' },
    paid: { label: 'Paid so far', format: 'cents' },
    refunded: { label: 'Refunded', format: 'cents' },
    at: { label: 'When', format: 'instant', isSortable: true },
  },
  filters: {},
  search: 'The whole code',
  isSearchRequired: true,
  sort: { column: 'at', direction: 'desc' },
} as const satisfies ListDefinition;
