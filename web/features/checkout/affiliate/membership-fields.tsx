import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import { formatCents } from '#server/lib/money.ts';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { RadioField } from '#web/ui/form/radio-field.tsx';
import { describeCardOffer } from '../charge-terms.ts';
import { FieldGroup } from '../field-group.tsx';
import { NO_MEMBERSHIP } from './affiliate-values.ts';

export interface OfferedPlans {
  memberships: readonly Plan[];
  physicalCard: Plan;
}

interface MembershipFieldsProps {
  plans: OfferedPlans;
  isBuying: boolean;
}

export function MembershipFields({ plans: { memberships, physicalCard }, isBuying }: MembershipFieldsProps) {
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
