import { StaffApp } from '#web/features/staff/staff-app.tsx';
import { NotFoundPage } from './not-found-page.tsx';

export function StaffPage() {
  return <StaffApp notFound={<NotFoundPage />} />;
}
