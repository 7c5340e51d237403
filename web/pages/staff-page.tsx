import { StaffApp } from '#web/features/staff/staff-app.tsx';

export function StaffPage() {
  return <StaffApp />;
}
