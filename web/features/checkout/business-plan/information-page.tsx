import { NativeSelect } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { BUSINESS_CATEGORIES } from '#server/domains/stores/category.shared.ts';
import { UrlField } from '#web/features/stores/owner/url-field.tsx';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { useField } from '#web/ui/form/field-context.tsx';
import { PhoneField, TextField } from '#web/ui/form/fields.tsx';
import formClasses from '#web/ui/form/form.module.css';
import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import { FieldGroup } from '../field-group.tsx';
import { BuyerReferenceField } from '../reference-field.tsx';
import type { BusinessPlanValues } from './business-plan-values.ts';

export function InformationPage({ form }: { form: WizardForm<BusinessPlanValues> }) {
  return (
    <>
      <FieldGroup title="Your business">
        <TextField
          name="businessname"
          label="Business name"
          autoComplete="organization"
          autoCapitalize="words"
        />
        <PhoneField autoComplete="work tel" />
        <CategoryField />
        <UrlField
          name="url"
          label="Website"
          optional
          autoComplete="url"
          description="For example, www.example.com"
        />
      </FieldGroup>
      <FieldGroup title="Where members find you">
        <AddressFields />
      </FieldGroup>
      <FieldGroup title="Did someone recommend us?">
        <BuyerReferenceField form={form} question="Who told you about our plans?" />
      </FieldGroup>
    </>
  );
}

const categories = Object.entries(BUSINESS_CATEGORIES).toSorted(([, a], [, b]) => a.localeCompare(b));

/** Not a SelectField, because a category is a number and a select holds text. */
function CategoryField() {
  const field = useField('type', 'Category');
  return (
    <NativeSelect
      id={field.id}
      name="type"
      label={
        <>
          Category <span className={formClasses.optional}>(optional)</span>
        </>
      }
      description="Members can search by category."
      value={typeof field.value === 'number' ? String(field.value) : ''}
      error={field.error}
      onChange={({ currentTarget: { value } }) => field.setValue(value === '' ? null : Number(value))}
      onBlur={field.onBlur}
    >
      <option value="">Choose a category</option>
      {categories.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}
