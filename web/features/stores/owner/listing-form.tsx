import { useState } from 'react';
import { listingInput } from '#server/stores/owner/own-business.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { PhoneField, TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { CategoriesField } from './categories-field.tsx';
import { ReportUnsaved } from './leave-guard.tsx';
import type { OwnBusinessData } from './own-business-data.ts';
import classes from './owner.module.css';
import { SavedNote } from './saved-note.tsx';
import { UrlField } from './url-field.tsx';

function listingValues(business: OwnBusinessData) {
  const { businessname, categories, url, phone, street1, street2, city, state, zip, country } = business;
  return {
    businessname,
    categories,
    url: url ?? '',
    phone: phone ?? '',
    street1: street1 ?? '',
    street2: street2 ?? '',
    city: city ?? '',
    state: state ?? '',
    zip: zip ?? '',
    country,
  };
}

type ListingValues = ReturnType<typeof listingValues>;

export function ListingForm({ business }: { business: OwnBusinessData }) {
  const [savedValues, setSavedValues] = useState<ListingValues>(() => listingValues(business));
  const [wasSaved, setWasSaved] = useState(false);
  const utils = trpc.useUtils();
  const change = trpc.businesses.changeListing.useMutation();

  async function save(values: ListingValues) {
    setWasSaved(false);
    const updatedBusiness = await change.mutateAsync(values);
    utils.businesses.mine.setData(undefined, updatedBusiness);
    setSavedValues(values);
    setWasSaved(true);
    void utils.savings.invalidate();
  }

  return (
    <Form
      initial={savedValues}
      schema={listingInput}
      onSubmit={save}
      submitLabel="Save listing"
      secondary={wasSaved ? <SavedNote>Your listing is saved.</SavedNote> : null}
    >
      {({ values }) => (
        <div className={classes.fields}>
          <ReportUnsaved hasChanges={JSON.stringify(values) !== JSON.stringify(savedValues)} />
          <TextField name="businessname" label="Business name" autoComplete="organization" maxLength={100} />
          <CategoriesField name="categories" />
          <PhoneField />
          <UrlField name="url" label="Website" optional autoComplete="url" />
          <AddressFields />
        </div>
      )}
    </Form>
  );
}
