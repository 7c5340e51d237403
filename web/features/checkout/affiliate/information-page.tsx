import { TextInput } from '@mantine/core';
import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import { PHYSICAL_CARD_SLUG } from '#server/domains/catalog/price.shared.ts';
import { formatCents } from '#server/lib/money.ts';
import { readBirthday } from '#server/lib/readers/date.ts';
import { valueOrNull } from '#server/lib/readers/reading.ts';
import { useCommunityFund } from '#web/features/content/use-community-fund.ts';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { useField } from '#web/ui/form/field-context.tsx';
import { PhoneField } from '#web/ui/form/fields.tsx';
import { RadioField } from '#web/ui/form/radio-field.tsx';
import { describeCardOffer } from '../charge-terms.ts';
import { FieldGroup } from '../field-group.tsx';
import { TaxForm } from '../tax-forms/tax-form.tsx';
import {
  type AffiliateValues,
  NO_MEMBERSHIP,
  offersMembership,
  requiredTaxForm,
  type SignupConditions,
  selectedMembership,
} from './affiliate-values.ts';
import '#web/ui/styles/mantine-rest.css';

const MAX_LENGTH = 10;

const padTwo = (part: string) => (part.length === 1 ? `0${part}` : part);

/** Formats a typed, pasted, or autofilled date as MM/DD/YYYY. */
export function maskBirthday(input: string, previous: string): string {
  // Pasted or autofilled as a whole, such as '1990-03-01' or 'March 1, 1990'.
  const birthday = input.length > previous.length + 1 ? valueOrNull(readBirthday(input)) : null;
  if (birthday !== null) return birthday;
  // Don't reinsert a slash that the user has just deleted.
  if (input.length < previous.length) return input.replace(/[^\d/]/g, '').slice(0, MAX_LENGTH);
  // Pad parts that end with a separator: '1/2/1990' is January 2.
  const parts = input.split(/[^\d]+/).filter((part, index) => part !== '' || index > 0);
  const digits = parts.map((part, index) => (index < parts.length - 1 && index < 2 ? padTwo(part) : part));
  return insertSlashes(digits.join('').slice(0, MAX_LENGTH - 2));
}

/** Inserts the slashes, including one directly after a complete part. */
function insertSlashes(digits: string): string {
  const [month, day, year] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  if (month.length < 2) return month;
  return day.length < 2 ? `${month}/${day}` : `${month}/${day}/${year}`;
}

/** Inserts the slashes while the user types, and accepts autofilled dates. */
function BirthdayField() {
  const field = useField('birthday', 'Birthday');
  const value = typeof field.value === 'string' ? field.value : '';
  return (
    <TextInput
      id={field.id}
      name="birthday"
      label="Birthday"
      description="Month, day, and year: MM/DD/YYYY"
      value={value}
      error={field.error}
      onChange={(event) => field.setValue(maskBirthday(event.currentTarget.value, value))}
      onBlur={field.onBlur}
      inputMode="numeric"
      autoComplete="bday"
    />
  );
}

export interface OfferedPlans {
  memberships: readonly Plan[];
  physicalCard: Plan;
}

/** Selects the plans to offer with a signup. Returns undefined if the catalog has no physical card. */
export function selectOfferedPlans(plans: readonly Plan[]): OfferedPlans | undefined {
  const physicalCard = plans.find(({ slug }) => slug === PHYSICAL_CARD_SLUG);
  return physicalCard && { memberships: plans.filter(({ kind }) => kind === 'consumer'), physicalCard };
}

interface MembershipFieldsProps {
  plans: OfferedPlans;
  isBuying: boolean;
}

function MembershipFields({ plans: { memberships, physicalCard }, isBuying }: MembershipFieldsProps) {
  const options = memberships.map(({ id, name, priceCents, billingInterval }) => ({
    value: String(id),
    label: `${name}, ${formatCents(priceCents)} each ${billingInterval}`,
  }));
  return (
    <FieldGroup title="Your membership">
      <RadioField
        name="purchaseMembership"
        label="Membership"
        description="It’s easier to recommend a card you carry yourself. You don’t have one yet."
        options={[...options, { value: NO_MEMBERSHIP, label: 'No membership for now' }]}
      />
      {isBuying ? (
        <CheckboxField
          name="requestedPhysicalCard"
          label={physicalCard.name}
          description={`${physicalCard.copy.summary} ${describeCardOffer(physicalCard, true)}`}
        >
          Send me a physical card, {formatCents(physicalCard.priceCents)} once
        </CheckboxField>
      ) : null}
    </FieldGroup>
  );
}

interface InformationPageProps {
  values: AffiliateValues;
  conditions: SignupConditions;
  plans: OfferedPlans;
}

export function InformationPage({ values, conditions, plans }: InformationPageProps) {
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
