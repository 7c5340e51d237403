import { addCardsInput, companyId } from '#server/staff/companies/company.schema.ts';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import { TextAreaField } from '#web/ui/form/fields.tsx';

interface PlanActionsProps {
  detail: RouterOutputs['staff']['companies']['detail'];
}

export function PlanActions({ detail: { id, view, canResume } }: PlanActionsProps) {
  const { addCards, cancel, resume } = useStaffClient().staff.companies;
  const { plan } = view;
  return (
    <>
      {plan?.canChange ? (
        <StaffAction
          label="Add cards"
          size="lg"
          schema={addCardsInput}
          initial={{ id, list: '' }}
          action={addCards}
        >
          <TextAreaField
            name="list"
            label="Employees"
            description="One line for each: first name, last name, phone, email, family plan (yes or no), spouse’s first and last name, family members, own address. You can paste cells from a spreadsheet, with or without headings."
            rows={8}
          />
        </StaffAction>
      ) : null}
      {plan?.canCancel ? (
        <StaffAction label="Cancel the plan" danger schema={companyId} initial={{ id }} action={cancel} />
      ) : null}
      {canResume ? (
        <StaffAction label="Resume the plan" schema={companyId} initial={{ id }} action={resume} />
      ) : null}
    </>
  );
}
