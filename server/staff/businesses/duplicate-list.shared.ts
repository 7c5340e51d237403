import type { ListDefinition } from '../kit/list.shared.ts';

export const duplicateList = {
  title: 'Likely duplicates',
  columns: {
    name: { label: 'Business', format: 'text' },
    other: { label: 'Other business', format: 'text' },
    reasons: { label: 'Why', format: 'text' },
    found: { label: 'Found', format: 'instant', isSortable: true },
  },
  filters: {
    state: { label: 'Status', options: { dismissed: 'Not a duplicate' } },
  },
  sort: { column: 'found', direction: 'desc' },
} as const satisfies ListDefinition;
