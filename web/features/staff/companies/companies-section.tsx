import { companyList } from '#server/staff/companies/company-list.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { SectionRoutes } from '#web/features/staff/kit/section-routes.tsx';
import { CompanyPage } from './company-page.tsx';

export function CompaniesSection() {
  return (
    <SectionRoutes
      root={staffPath('companies')}
      lists={[{ name: 'companies', definition: companyList, page: <CompanyPage /> }]}
    />
  );
}
