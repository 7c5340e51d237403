import {
  TAX_CLASSIFICATION_NAMES,
  TAX_ID_NAMES,
} from '#server/domains/affiliates/tax-forms/tax-form.schema.ts';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { NameField, SelectField } from '#web/ui/form/fields.tsx';
import { RadioField } from '#web/ui/form/radio-field.tsx';
import { FieldGroup } from '../field-group.tsx';
import { TaxCertification } from './tax-certification.tsx';
import { TaxNumberField } from './tax-number-field.tsx';

const toOptions = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

interface W9FieldsProps {
  /** False for affiliates, because the W-9's certification already says that they are US persons. */
  asksUsPerson?: boolean;
}

export function W9Fields({ asksUsPerson = true }: W9FieldsProps) {
  return (
    <>
      <FieldGroup title="Form W-9">
        {asksUsPerson ? (
          <CheckboxField
            name="w9.usPerson"
            label="US person"
            description="A citizen or resident of the United States, or a company or trust organized there."
          >
            I am a US person
          </CheckboxField>
        ) : null}
        <NameField
          name="w9.legalNameOfBusiness"
          label="Legal name"
          description="As shown on your income tax return."
          autoComplete="off"
        />
        <SelectField
          name="w9.taxClassification"
          label="Tax classification"
          options={toOptions(TAX_CLASSIFICATION_NAMES)}
          prompt="Choose a classification"
        />
        <RadioField name="w9.idType" label="Type of tax number" options={toOptions(TAX_ID_NAMES)} />
        <TaxNumberField
          name="w9.idNumber"
          label="Tax number"
          description="Nine digits. We store it encrypted and show you only its last four digits."
        />
      </FieldGroup>
      <TaxCertification name="w9.acceptedTerms">
        <p>Under penalties of perjury, I certify that:</p>
        <ol>
          <li>the number shown on this form is my correct taxpayer identification number;</li>
          <li>
            I am not subject to backup withholding, because I am exempt from it, or the Internal Revenue
            Service has not told me that I am subject to it, or it has told me that I no longer am;
          </li>
          <li>I am a US citizen or another US person; and</li>
          <li>any FATCA code given to show that I am exempt from FATCA reporting is correct.</li>
        </ol>
      </TaxCertification>
    </>
  );
}
