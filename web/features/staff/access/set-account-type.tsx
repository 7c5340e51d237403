import { ACCOUNT_TYPE_OPTIONS, setTypeInput } from '#server/staff/access/account-type.schema.ts';
import { SelectField } from '#web/ui/form/fields.tsx';
import { StaffAction } from '../kit/staff-action.tsx';
import { useStaffClient } from '../kit/staff-client.ts';

export function SetAccountType({ id }: { id: string }) {
  const { setType } = useStaffClient().staff.access;
  return (
    <StaffAction
      label="Change account type"
      schema={setTypeInput}
      initial={{ id, type: '' }}
      action={setType}
    >
      <SelectField name="type" label="Account type" options={ACCOUNT_TYPE_OPTIONS} prompt="Choose a type" />
    </StaffAction>
  );
}
