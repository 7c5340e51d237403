import { Route } from 'react-router';
import { companyList } from '#server/staff/companies/company-list.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { SectionRoutes } from '#web/features/staff/kit/section-routes.tsx';
import { StaffList } from '#web/features/staff/kit/staff-list.tsx';
import { CompanyPage } from './company-page.tsx';

export function CompaniesSection() {
  return (
    <SectionRoutes>
      <Route
        index
        element={
          <StaffList name="companies" definition={companyList} linkTo={(id) => staffPath('companies', id)} />
        }
      />
      <Route path=":id" element={<CompanyPage />} />
    </SectionRoutes>
  );
}
