import { contractTitles } from '#server/domains/content/text-titles.shared.ts';
import { useCommunityFund } from '#web/features/affiliates/use-community-fund.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import { RadioField } from '#web/ui/form/radio-field.tsx';
import { SignatureField } from '#web/ui/signature/signature-field.tsx';
import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import { AgreementFields } from '../agreement-fields.tsx';
import { FieldGroup } from '../field-group.tsx';
import { TaxForm } from '../tax-forms/tax-form.tsx';
import { AffiliateReference } from './affiliate-reference.tsx';
import { type AffiliateStepConditions, requiredTaxForm } from './affiliate-steps.ts';
import { type AffiliateValues, DONATES } from './affiliate-values.ts';
import { EmployeeFields } from './employee-fields.tsx';

interface LoyaltyPageProps {
  form: WizardForm<AffiliateValues>;
  conditions: AffiliateStepConditions;
}

/** Shows the second page of a loyalty affiliate's signup. */
export function LoyaltyPage({ form, conditions }: LoyaltyPageProps) {
  const { values, set } = form;
  const communityFund = useCommunityFund();
  const options = [
    { value: '1', label: 'Pay it out to the business' },
    { value: DONATES, label: `Donate it to ${communityFund}` },
  ];
  return (
    <>
      <FieldGroup title="Your business">
        <TextField
          name="businessName"
          label="Business name"
          autoComplete="organization"
          autoCapitalize="words"
        />
        <RadioField
          name="compensationOption"
          label="Compensation"
          description="Where your rewards for recommending us go."
          options={options}
        />
      </FieldGroup>
      <TaxForm required={requiredTaxForm(values, conditions)} />
      <FieldGroup title="Employees to invite">
        <EmployeeFields employees={values.employees} onChange={(employees) => set({ employees })} />
      </FieldGroup>
      <FieldGroup title="Did someone recommend us?">
        <AffiliateReference form={form} />
      </FieldGroup>
      <FieldGroup title="Agreement">
        <AgreementFields
          agreements={[
            { name: 'contractAgree', type: 'LOYALTYAFFILIATE', title: contractTitles.LOYALTYAFFILIATE },
          ]}
        />
      </FieldGroup>
      <SignatureField name="signature" label="Signature" />
    </>
  );
}
