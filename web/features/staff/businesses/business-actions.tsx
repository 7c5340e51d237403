import { businessEdit } from '#server/domains/stores/edit/listing-edit.schema.ts';
import { listingState } from '#server/staff/businesses/business.schema.ts';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import { CategoriesField } from '#web/features/stores/owner/categories-field.tsx';
import { UrlField } from '#web/features/stores/owner/url-field.tsx';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import type { Business } from './business-data.ts';

export function BusinessActions({ business }: { business: Business }) {
  return (
    <>
      <EditBusiness business={business} />
      {business.isListed ? <HideListing business={business} /> : <ShowListing business={business} />}
    </>
  );
}

function EditBusiness({ business }: { business: Business }) {
  const { edit } = useStaffClient().staff.businesses;
  const { id, version, name, categories, isPremier, isNational, isMembersOnly, logo, url } = business;
  return (
    <StaffAction
      label="Edit listing"
      size="lg"
      schema={businessEdit}
      initial={{
        ...{ id, version, name, categories, isPremier, isNational, isMembersOnly },
        logo: logo ?? '',
        url: url ?? '',
      }}
      action={edit}
    >
      <TextField name="name" label="Business name" autoComplete="off" maxLength={100} />
      <CategoriesField name="categories" />
      <UrlField name="url" label="Website" optional />
      <TextField
        name="logo"
        label="Logo"
        optional
        autoComplete="off"
        description="The path of one of our logos: /store-logos/….svg"
      />
      <CheckboxField name="isPremier" label="Premier">
        Premier
      </CheckboxField>
      <CheckboxField name="isNational" label="National">
        Serves the whole country
      </CheckboxField>
      <CheckboxField name="isMembersOnly" label="Members only">
        Only members see its promotions
      </CheckboxField>
    </StaffAction>
  );
}

export function HideListing({ business, label = 'Hide' }: { business: Business; label?: string }) {
  const { hide } = useStaffClient().staff.businesses;
  const { id, version } = business;
  return <StaffAction label={label} danger schema={listingState} initial={{ id, version }} action={hide} />;
}

function ShowListing({ business: { id, version } }: { business: Business }) {
  const { show } = useStaffClient().staff.businesses;
  return <StaffAction label="Show" schema={listingState} initial={{ id, version }} action={show} />;
}
