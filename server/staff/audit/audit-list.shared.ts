import { auditActions } from '../../platform/monitoring/audit-actions.shared.ts';
import type { ListDefinition } from '../kit/list.shared.ts';

const actionsByLabel = Object.entries(auditActions).sort(([, a], [, b]) => a.localeCompare(b, 'en'));

/** Everything that staff and automatic actions did, and every time personal data was opened. */
export const auditList = {
  title: 'Audit log',
  columns: {
    at: { label: 'When', format: 'instant', isSortable: true },
    by: { label: 'Who', format: 'text' },
    action: { label: 'Action', format: 'text' },
    subject: { label: 'Subject', format: 'text' },
    reason: { label: 'Reason', format: 'text' },
    before: { label: 'Before', format: 'text' },
    after: { label: 'After', format: 'text' },
  },
  filters: {
    action: { label: 'Action', options: Object.fromEntries(actionsByLabel) },
    from: { label: 'From', format: 'day' },
    to: { label: 'To', format: 'day' },
  },
  search: 'Staff email or subject',
  sort: { column: 'at', direction: 'desc' },
} as const satisfies ListDefinition;
