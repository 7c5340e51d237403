import type { PurchaseDetail } from '#server/staff/purchases/purchase.schema.ts';
import { adoptInput, refundInput, repairInput } from '#server/staff/purchases/purchase.schema.ts';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { EmailField, TextField } from '#web/ui/form/fields.tsx';

interface RepairActionsProps {
  /** The id of the purchase, or of its object at Stripe. */
  id: string;
  repairs: PurchaseDetail['repairs'];
}

/** Repairs that need no input besides the purchase. */
const SIMPLE = [
  { name: 'settle', label: 'Settle' },
  { name: 'fulfill', label: 'Fulfill' },
  { name: 'correct', label: 'Correct' },
  { name: 'fail', label: 'Fail', danger: true },
] as const;

export function RepairActions({ id, repairs }: RepairActionsProps) {
  const { purchases } = useStaffClient().staff;
  return (
    <>
      {repairs.includes('refund') ? (
        <StaffAction
          label="Refund"
          danger
          schema={refundInput}
          initial={{ id, amount: '', keepsMembership: false }}
          action={purchases.refund}
        >
          <TextField
            name="amount"
            label="Amount in dollars"
            optional
            inputMode="decimal"
            autoComplete="off"
          />
          <p>Leave it blank to refund everything that’s left.</p>
          <CheckboxField name="keepsMembership" label="Keep the membership">
            Keep the membership, even if its whole period is refunded
          </CheckboxField>
        </StaffAction>
      ) : null}
      {repairs.includes('adopt') ? (
        <StaffAction
          label="Adopt"
          schema={adoptInput}
          initial={{ id, planId: '', email: '' }}
          action={purchases.adopt}
        >
          <TextField name="planId" label="Plan number" optional inputMode="numeric" autoComplete="off" />
          <EmailField optional autoComplete="off" />
          <p>Leave both blank to use what Stripe has.</p>
        </StaffAction>
      ) : null}
      {SIMPLE.filter(({ name }) => repairs.includes(name)).map(({ name, label, ...style }) => (
        <StaffAction
          key={name}
          {...style}
          label={label}
          schema={repairInput}
          initial={{ id }}
          action={purchases[name]}
        />
      ))}
    </>
  );
}
