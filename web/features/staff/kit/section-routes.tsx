import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { StaffNotFound } from './staff-not-found.tsx';

/** Like `Routes`, for the pages of a section. Any other path leads back to the overview. */
export function SectionRoutes({ children }: { children: ReactNode }) {
  return (
    <Routes>
      {children}
      <Route path="*" element={<StaffNotFound />} />
    </Routes>
  );
}
