import { useState } from 'react';
import { BUSINESS_CATEGORIES } from '#server/domains/stores/category.shared.ts';
import { listingInput } from '#server/domains/stores/owner/own-business.schema.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { PhoneField, TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import type { FormState } from '#web/ui/form/use-form-values.ts';
import { Notice } from '#web/ui/page/notice.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { toAddressValues } from '../address-values.ts';
import { CategoriesField } from './categories-field.tsx';
import { ReportUnsaved } from './leave-guard.tsx';
import type { OwnBusinessData } from './own-business-data.ts';
import classes from './owner.module.css';
import { SavedNote } from './saved-note.tsx';
import { UrlField } from './url-field.tsx';

function listingValues(business: OwnBusinessData) {
  const { businessname, categories, url } = business;
  return { businessname, categories, url: url ?? '', ...toAddressValues(business) };
}

type ListingValues = ReturnType<typeof listingValues>;

const CATEGORY_NAMES = new Map(Object.entries(BUSINESS_CATEGORIES));

/** Returns a listing as display text, keyed by the fields' labels. */
function describeListing({ categories, ...values }: ListingValues): Record<string, string> {
  return {
    'Business name': values.businessname,
    Categories: categories.map((category) => CATEGORY_NAMES.get(String(category))).join(', '),
    Website: values.url,
    Phone: values.phone,
    'Street address': [values.street1, values.street2].filter(Boolean).join(', '),
    City: values.city,
    State: values.state,
    'ZIP code': values.zip,
    Country: values.country,
  };
}

function listChanges(before: ListingValues, after: ListingValues): string[] {
  const previous = describeListing(before);
  return Object.entries(describeListing(after))
    .filter(([label, text]) => text !== previous[label])
    .map(([label, text]) => (text === '' ? `${label} is now empty.` : `${label} is now ${text}.`));
}

/** Sets the fields that the owner hasn't changed since `before` was saved to their newly saved values. */
function adoptSaved(form: FormState<ListingValues>, before: ListingValues, saved: ListingValues): void {
  const typedValues = new Map<string, unknown>(Object.entries(form.values));
  const oldValues = new Map<string, unknown>(Object.entries(before));
  for (const [name, value] of Object.entries(saved)) {
    const isTouched = JSON.stringify(typedValues.get(name)) !== JSON.stringify(oldValues.get(name));
    if (!isTouched) form.setAt(name, value);
  }
}

export function ListingForm({ business }: { business: OwnBusinessData }) {
  const [saved, setSaved] = useState(() => ({ values: listingValues(business), version: business.version }));
  const [othersChanges, setOthersChanges] = useState<string[]>([]);
  const [wasSaved, setWasSaved] = useState(false);
  const utils = trpc.useUtils();
  const change = trpc.businesses.changeListing.useMutation();

  /** Keeps what the owner typed, so that saving again saves it. */
  async function showOthersChanges(form: FormState<ListingValues>) {
    const latest = await utils.businesses.mine.fetch(undefined, { staleTime: 0 });
    if (latest === null) return;
    const values = listingValues(latest);
    adoptSaved(form, saved.values, values);
    setOthersChanges(listChanges(saved.values, values));
    setSaved({ values, version: latest.version });
  }

  async function save(values: ListingValues, form: FormState<ListingValues>) {
    setWasSaved(false);
    try {
      const updatedBusiness = await change.mutateAsync({ ...values, version: saved.version });
      utils.businesses.mine.setData(undefined, updatedBusiness);
      setSaved({ values, version: updatedBusiness.version });
    } catch (error) {
      if (toFailure(error).code === 'CHANGED_SINCE') await showOthersChanges(form);
      throw error;
    }
    setOthersChanges([]);
    setWasSaved(true);
    void utils.savings.invalidate();
  }

  return (
    <Form
      initial={saved.values}
      schema={listingInput}
      onSubmit={save}
      submitLabel="Save listing"
      secondary={wasSaved ? <SavedNote>Your listing is saved.</SavedNote> : null}
    >
      {({ values }) => (
        <div className={`${layout.fieldGroup} ${classes.fields}`}>
          <ReportUnsaved hasChanges={JSON.stringify(values) !== JSON.stringify(saved.values)} />
          {othersChanges.length === 0 ? null : (
            <Notice title="Someone else saved changes">
              {othersChanges.join(' ')} What you typed is still in the form. Save again to keep it.
            </Notice>
          )}
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
