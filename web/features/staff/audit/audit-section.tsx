import { auditList } from '#server/staff/audit/audit-list.shared.ts';
import { formatInstantsIn } from '#web/features/staff/kit/format-cell.tsx';
import { StaffList } from '#web/features/staff/kit/staff-list.tsx';

export function AuditSection() {
  return (
    <StaffList
      name="audit"
      definition={auditList}
      renderCell={(column, { [column]: value }) =>
        (column === 'before' || column === 'after') && typeof value === 'string'
          ? formatInstantsIn(value)
          : undefined
      }
    />
  );
}
