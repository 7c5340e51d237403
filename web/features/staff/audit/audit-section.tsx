import { auditList } from '#server/staff/audit/audit-list.shared.ts';
import { StaffList } from '#web/features/staff/kit/staff-list.tsx';

export function AuditSection() {
  return <StaffList name="audit" definition={auditList} />;
}
