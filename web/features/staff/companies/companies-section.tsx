import { Route, Routes } from 'react-router';
import { companyList } from '#server/staff/companies/company-list.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { StaffList } from '#web/features/staff/kit/staff-list.tsx';
import { CompanyPage } from './company-page.tsx';

export function CompaniesSection() {
  return (
    <Routes>
      <Route
        index
        element={
          <StaffList name="companies" definition={companyList} linkTo={(id) => staffPath('companies', id)} />
        }
      />
      <Route path=":id" element={<CompanyPage />} />
    </Routes>
  );
}
