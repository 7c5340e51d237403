import { Navigate, Route, Routes } from 'react-router';
import { staffPath, staffSectionNames, staffSections } from '#server/staff/sections.shared.ts';
import { StaffGate } from './access/staff-gate.tsx';
import { StaffNotFound } from './kit/staff-not-found.tsx';
import { StaffSearch } from './search/staff-search.tsx';
import { sectionPages } from './sections.tsx';
import { StaffLayout } from './staff-layout.tsx';

/** The staff console: one route for each section. */
export function StaffApp() {
  return (
    <Routes>
      {/* Redirect before the console appears. If the route changed later, it would take focus from an
          open search box. */}
      <Route index element={<Navigate to={staffPath('overview')} replace />} />
      <Route path="*" element={<StaffConsole />} />
    </Routes>
  );
}

function StaffConsole() {
  return (
    <StaffGate>
      {(viewer, hasEntered) => (
        <StaffLayout viewer={viewer} search={<StaffSearch />} takesFocus={hasEntered}>
          <Routes>
            {staffSectionNames.map((name) => {
              const SectionPage = sectionPages[name];
              const path = `${staffSections[name].path}/*`;
              return SectionPage ? <Route key={name} path={path} element={<SectionPage />} /> : null;
            })}
            <Route path="*" element={<StaffNotFound />} />
          </Routes>
        </StaffLayout>
      )}
    </StaffGate>
  );
}
