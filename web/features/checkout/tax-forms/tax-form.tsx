import type { RequiredTaxForm } from '#server/domains/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { NameField, TextField } from '#web/ui/form/fields.tsx';
import classes from '../checkout.module.css';
import { FieldGroup } from '../field-group.tsx';
import { TaxCertification } from './tax-certification.tsx';
import { TaxNumberField } from './tax-number-field.tsx';
import { W9Fields } from './w9-fields.tsx';

const NO_TREATY = 'Write “none” if you have none.';

function W8Fields() {
  return (
    <>
      <FieldGroup title="Form W-8BEN">
        <NameField name="w8.name" label="Name of the person being paid" autoComplete="name" />
        <TextField
          name="w8.PermanentResidenceAddress"
          label="Permanent residence address"
          description="Street and number. Don’t use a P.O. box."
          autoComplete="off"
          maxLength={200}
        />
        <TextField
          name="w8.city"
          label="City or town of residence"
          description="Include the province and postal code, if there are any."
          autoComplete="off"
          autoCapitalize="words"
        />
      </FieldGroup>
      <FieldGroup title="Tax numbers">
        <TaxNumberField
          name="w8.USTaxPayerID"
          label="US taxpayer number"
          description={`An SSN or ITIN. ${NO_TREATY} We store every number encrypted and show you only its last digits.`}
          isForeign
        />
        <TaxNumberField
          name="w8.ForeignTaxID"
          label="Foreign tax number"
          description={`The number from the country you live in. ${NO_TREATY}`}
          isForeign
        />
        <CheckboxField name="w8.FTINRequired" label="Foreign tax number">
          My country issues tax numbers
        </CheckboxField>
        <TaxNumberField
          name="w8.ReferenceNumber"
          label="Reference number"
          description={`A number to find this form in your own records. ${NO_TREATY}`}
          isForeign
        />
      </FieldGroup>
      <TaxCertification name="w8.acceptedTerms">
        <p>
          Under penalties of perjury, I declare that this form is true, correct, and complete, and certify:
        </p>
        <ol>
          <li>I am the person being paid and the beneficial owner of the income;</li>
          <li>I am not a US person;</li>
          <li>
            the income is not effectively connected with a trade or business in the United States, or a treaty
            keeps it from being taxed there; and
          </li>
          <li>I will send a new form within 30 days if any of this becomes incorrect.</li>
        </ol>
      </TaxCertification>
    </>
  );
}

export function TaxForm({ required }: { required: RequiredTaxForm }) {
  if (required === null) return null;
  return (
    <>
      <p className={classes.hint}>
        {required === 'w9'
          ? 'Before we can pay you, US tax law requires us to have your form W-9.'
          : 'Because you live outside the United States, US tax law requires us to have your form W-8BEN.'}
      </p>
      {required === 'w9' ? <W9Fields asksUsPerson={false} /> : <W8Fields />}
    </>
  );
}
