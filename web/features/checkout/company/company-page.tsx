import { useState } from 'react';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { useField } from '#web/ui/form/field-context.tsx';
import { EmailField, PhoneField, TextField } from '#web/ui/form/fields.tsx';
import formClasses from '#web/ui/form/form.module.css';
import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import { FieldGroup } from '../field-group.tsx';
import { BuyerReferenceField } from '../reference-field.tsx';
import type { CompanyValues } from './company-values.ts';

export function CompanyPage({ form }: { form: WizardForm<CompanyValues> }) {
  return (
    <>
      <FieldGroup title="Your company">
        <TextField name="name" label="Company name" autoComplete="organization" autoCapitalize="words" />
        <EmailField autoComplete="work email" description="We’ll send the receipt here." />
        <PhoneField autoComplete="work tel" />
      </FieldGroup>
      <FieldGroup title="Company address">
        <AddressFields />
      </FieldGroup>
      <FieldGroup title="Did someone recommend us?">
        <BuyerReferenceField form={form} />
        <CodeField />
      </FieldGroup>
    </>
  );
}

function CodeField() {
  const { value, error } = useField('code', 'Promo code');
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen && !value && error === undefined) {
    return (
      <button type="button" className={formClasses.reveal} onClick={() => setIsOpen(true)}>
        Add a promo code
      </button>
    );
  }
  return (
    <TextField
      name="code"
      label="Promo code"
      description="We’ll apply it on the payment page."
      optional
      autoComplete="off"
      autoCapitalize="characters"
    />
  );
}
