import type { ListDefinition } from '../kit/list.shared.ts';

/** Jobs that used up their retries. Names and addresses in them are masked. */
export const failedJobList = {
  title: 'Failed jobs',
  columns: {
    queue: { label: 'Queue', format: 'text' },
    failed: { label: 'Failed', format: 'instant', isSortable: true },
    attempts: { label: 'Attempts', format: 'count' },
    payload: { label: 'Payload', format: 'text' },
    error: { label: 'Last error', format: 'text' },
  },
  filters: {},
  search: 'Queue or job id',
  sort: { column: 'failed', direction: 'desc' },
  isSystem: true,
} as const satisfies ListDefinition;
