import { Route } from 'react-router';
import { z } from 'zod';
import { businessList } from '#server/staff/businesses/business-list.shared.ts';
import { duplicateList } from '#server/staff/businesses/duplicate-list.shared.ts';
import { importPath } from '#server/staff/imports/import-kinds.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { ImportPages } from '#web/features/staff/imports/import-pages.tsx';
import { SectionRoutes } from '#web/features/staff/kit/section-routes.tsx';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import { StaffList } from '#web/features/staff/kit/staff-list.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { BusinessPage } from './business-page.tsx';
import { DuplicatePage } from './duplicate-page.tsx';

const DUPLICATES = staffPath('businesses', 'duplicates');

/** The section for all businesses, including those that the savings search doesn't show. */
export function BusinessesSection() {
  return (
    <SectionRoutes>
      <Route index element={<Businesses />} />
      <Route path="import/*" element={<ImportPages kind="businesses" />} />
      <Route path="duplicates" element={<Duplicates />} />
      <Route path="duplicates/:id" element={<DuplicatePage />} />
      <Route path=":id" element={<BusinessPage />} />
    </SectionRoutes>
  );
}

function Businesses() {
  return (
    <StaffList
      name="businesses"
      definition={businessList}
      linkTo={(id) => staffPath('businesses', id)}
      actions={
        <>
          <ButtonLink variant="secondary" to={DUPLICATES}>
            Likely duplicates
          </ButtonLink>
          <ButtonLink variant="secondary" to={importPath('businesses')}>
            Import
          </ButtonLink>
        </>
      }
    />
  );
}

function Duplicates() {
  const client = useStaffClient();
  return (
    <StaffList
      name="duplicates"
      definition={duplicateList}
      linkTo={(id) => `${DUPLICATES}/${id}`}
      actions={
        <StaffAction
          label="Check again now"
          schema={z.object({})}
          initial={{}}
          action={client.staff.duplicates.search}
        />
      }
    >
      <p>Businesses with the same name that share an address, a ZIP code, a phone number, or a website.</p>
    </StaffList>
  );
}
