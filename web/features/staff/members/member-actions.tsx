import { grantMembershipInput } from '#server/domains/checkout/kinds/granted-card/granted-card.schema.ts';
import {
  addressInput,
  correctNameInput,
  mailInput,
  memberInput,
} from '#server/staff/members/member.schema.ts';
import { useConsumerPlans } from '#web/features/catalog/use-consumer-plans.ts';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import { EmailField, SelectField, TextField } from '#web/ui/form/fields.tsx';
import { NameFields } from '#web/ui/form/name-fields.tsx';

export interface NamedPerson {
  id: string;
  firstname: string;
  lastname: string;
  latinName: string | null;
}

export function CorrectAccountName({ id, firstname, lastname, latinName }: NamedPerson) {
  const { correctName } = useStaffClient().staff.members;
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

/** Grants a free membership. Prefills the person's name and email address, if there is one. */
export function GrantMembership({ person }: { person?: { email: string } & Omit<NamedPerson, 'id'> }) {
  const { grant } = useStaffClient().staff.members;
  const { data: plans } = useConsumerPlans();
  const { email = '', firstname = '', lastname = '', latinName } = person ?? {};
  const options = plans?.map(({ plan }) => ({ value: String(plan.id), label: plan.name })) ?? [];
  return (
    <StaffAction
      label="Give a free membership"
      schema={grantMembershipInput}
      initial={{ email, firstname, lastname, latinName: latinName ?? '', plan: '', months: '1' }}
      action={grant}
    >
      <EmailField autoComplete="off" />
      <NameFields isOwnName={false} />
      <SelectField name="plan" label="Plan" options={options} prompt="Choose a plan" />
      <TextField name="months" label="Months" inputMode="numeric" autoComplete="off" />
    </StaffAction>
  );
}

export function EndSessions({ id }: { id: string }) {
  const { endSessions } = useStaffClient().staff.members;
  return <StaffAction label="End all sessions" schema={memberInput} initial={{ id }} action={endSessions} />;
}

export function ResendMail({ id }: { id: string }) {
  const { resendMail } = useStaffClient().staff.members;
  return <StaffAction label="Send again" schema={mailInput} initial={{ id }} action={resendMail} />;
}

export function Unsuppress({ email }: { email: string }) {
  const { unsuppress } = useStaffClient().staff.members;
  return (
    <StaffAction
      label="Send to this address again"
      schema={addressInput}
      initial={{ email }}
      action={unsuppress}
    />
  );
}
