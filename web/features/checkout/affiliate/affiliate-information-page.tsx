import { useCommunityFund } from '#web/features/affiliates/use-community-fund.ts';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { PhoneField } from '#web/ui/form/fields.tsx';
import { FieldGroup } from '../field-group.tsx';
import { TaxForm } from '../tax-forms/tax-form.tsx';
import {
  type AffiliateStepConditions,
  offersMembership,
  requiredTaxForm,
  selectedMembership,
} from './affiliate-steps.ts';
import type { AffiliateValues } from './affiliate-values.ts';
import { BirthdayField } from './birthday-field.tsx';
import { MembershipFields, type OfferedPlans } from './membership-fields.tsx';

interface AffiliateInformationPageProps {
  values: AffiliateValues;
  conditions: AffiliateStepConditions;
  plans: OfferedPlans;
}

export function AffiliateInformationPage({ values, conditions, plans }: AffiliateInformationPageProps) {
  return (
    <>
      <FieldGroup title="About you">
        <PhoneField />
        <BirthdayField />
      </FieldGroup>
      <FieldGroup title="Your address">
        <AddressFields />
      </FieldGroup>
      {offersMembership(conditions) ? (
        <MembershipFields plans={plans} isBuying={selectedMembership(values, conditions) !== null} />
      ) : null}
      {conditions.role === 'loyalty' ? null : (
        <>
          <FieldGroup title="What you earn">
            <DonateField />
          </FieldGroup>
          <TaxForm required={requiredTaxForm(values, conditions)} />
        </>
      )}
    </>
  );
}

function DonateField() {
  return (
    <CheckboxField
      name="donate"
      label="Donation"
      description="If you leave it unchecked, we’ll pay you what you earn."
    >
      Donate what I earn to {useCommunityFund()}
    </CheckboxField>
  );
}
