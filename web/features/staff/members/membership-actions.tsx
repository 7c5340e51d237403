import type { z } from 'zod';
import { correctNameInput } from '#server/staff/members/member.schema.ts';
import {
  cancelInput,
  extendInput,
  membershipInput,
  refundInput,
  sendCardInput,
} from '#server/staff/members/membership.schema.ts';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { NameFields } from '#web/ui/form/name-fields.tsx';
import { RadioField } from '#web/ui/form/radio-field.tsx';
import type { NamedPerson } from './member-actions.tsx';

/** `id` is our payment's id. */
export function Refund({ id }: { id: string }) {
  const { refund } = useStaffClient().staff.memberships;
  return (
    <StaffAction
      label="Refund"
      danger
      schema={refundInput}
      initial={{ id, amount: '', keepsMembership: false }}
      action={refund}
    >
      <TextField
        name="amount"
        label="Amount in dollars"
        description="Leave it blank to refund everything that’s left."
        inputMode="decimal"
        autoComplete="off"
      />
      <CheckboxField name="keepsMembership" label="Keep the membership">
        Keep the membership, even if its whole period is refunded
      </CheckboxField>
    </StaffAction>
  );
}

const CANCEL_TIMES = [
  { value: 'period-end', label: 'At the end of the paid period' },
  { value: 'now', label: 'Now' },
];

type CancelValues = z.input<typeof cancelInput>;

export function CancelMembership({ id, canCancel }: { id: string; canCancel: boolean }) {
  const { cancel } = useStaffClient().staff.memberships;
  const initial: CancelValues = { id, when: canCancel ? 'period-end' : 'now' };
  return (
    <StaffAction label="Cancel the membership" danger schema={cancelInput} initial={initial} action={cancel}>
      <RadioField
        name="when"
        label="When does it end?"
        options={CANCEL_TIMES.filter(({ value }) => canCancel || value === 'now')}
      />
    </StaffAction>
  );
}

export function ExtendMembership({ id }: { id: string }) {
  const { extend } = useStaffClient().staff.memberships;
  return (
    <StaffAction label="Extend" schema={extendInput} initial={{ id, days: '30' }} action={extend}>
      <TextField name="days" label="Days" inputMode="numeric" autoComplete="off" />
    </StaffAction>
  );
}

export function CorrectHolderName({ id, firstname, lastname, latinName }: NamedPerson) {
  const { correctName } = useStaffClient().staff.memberships;
  return (
    <StaffAction
      label="Correct the name"
      schema={correctNameInput}
      initial={{ id, firstname, lastname, latinName: latinName ?? '', previous: { firstname, lastname } }}
      action={correctName}
    >
      <NameFields isOwnName={false} />
    </StaffAction>
  );
}

export function SendClaimLink({ id }: { id: string }) {
  const { sendClaim } = useStaffClient().staff.memberships;
  return (
    <StaffAction label="Send a claim link" schema={membershipInput} initial={{ id }} action={sendClaim} />
  );
}

type CardOf = RouterOutputs['staff']['memberships']['get']['card'];

export function SendCard({ id, card: { state, address } }: { id: string; card: CardOf }) {
  const { sendCard } = useStaffClient().staff.memberships;
  const {
    street1 = '',
    street2 = '',
    city = '',
    state: region = '',
    zip = '',
    country = 'US',
  } = address ?? {};
  return (
    <StaffAction
      label={state === 'sent' ? 'Replace the card' : 'Send a card'}
      size="lg"
      schema={sendCardInput}
      initial={{ id, street1, street2, city, state: region, zip, country }}
      action={sendCard}
    >
      <AddressFields />
    </StaffAction>
  );
}
