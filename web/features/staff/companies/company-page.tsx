import { Link, useParams } from 'react-router';
import { formatCents } from '#server/lib/money.ts';
import { addCardsInput, companyId } from '#server/staff/companies/company.schema.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { formatDay, formatInstant } from '#web/features/staff/kit/format-cell.tsx';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import { Facts, StaffDetail, StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffQuery } from '#web/features/staff/kit/staff-query.tsx';
import { StaffTable } from '#web/features/staff/kit/staff-table.tsx';
import { Timeline } from '#web/features/staff/kit/timeline.tsx';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { TextAreaField } from '#web/ui/form/fields.tsx';
import { EmployeeCards } from './employee-cards.tsx';

interface PlanActionsProps {
  detail: RouterOutputs['staff']['companies']['detail'];
}

function PlanActions({ detail: { id, view } }: PlanActionsProps) {
  const { addCards, cancel, resume } = useStaffClient().staff.companies;
  const { plan } = view;
  return (
    <>
      {plan?.canChange ? (
        <StaffAction
          label="Add cards"
          size="lg"
          schema={addCardsInput}
          initial={{ id, list: '', keepsRepeated: false }}
          action={addCards}
        >
          <TextAreaField
            name="list"
            label="Employees"
            description="One line for each: first name, last name, phone, email, family plan (yes or no), spouse’s first and last name, family members, own address. You can paste cells from a spreadsheet, with or without headings."
            rows={8}
          />
          <CheckboxField name="keepsRepeated" label="People who look the same">
            Add a card for each person, even if two look the same or one already has a card
          </CheckboxField>
        </StaffAction>
      ) : null}
      {plan?.canCancel ? (
        <StaffAction label="Cancel the plan" danger schema={companyId} initial={{ id }} action={cancel} />
      ) : null}
      {plan?.canResume ? (
        <StaffAction label="Resume the plan" schema={companyId} initial={{ id }} action={resume} />
      ) : null}
    </>
  );
}

type Detail = RouterOutputs['staff']['companies']['detail'];

export function CompanyPage() {
  const { id = '' } = useParams();
  const query = trpc.staff.companies.detail.useQuery({ id });
  return <StaffQuery query={query}>{(detail) => <Company detail={detail} />}</StaffQuery>;
}

function Company({ detail }: { detail: Detail }) {
  const { id, view, timeline } = detail;
  const { company, plan } = view;
  return (
    <StaffDetail
      section="companies"
      title={company?.name ?? ''}
      subtitle={plan === null ? 'No plan' : plan.statusText}
      actions={<PlanActions detail={detail} />}
    >
      <StaffSection title="Company">
        <Facts rows={describeCompany(detail)} />
      </StaffSection>
      <StaffSection title="Seats and plan">
        <Facts rows={describePlan(detail)} />
      </StaffSection>
      <EmployeeCards id={id} companyName={company?.name ?? ''} canChange={plan?.canChange ?? false} />
      {plan === null ? null : (
        <StaffSection title="Payments">
          <Payments plan={plan} />
        </StaffSection>
      )}
      <StaffSection title="Timeline">
        <Timeline entries={timeline} />
      </StaffSection>
    </StaffDetail>
  );
}

function describeCompany({ account, view: { company, referrerLabel } }: Detail) {
  const address = company && [
    company.street1,
    company.street2,
    company.city,
    `${company.state} ${company.zip}`,
    company.country,
  ];
  return [
    [
      'Account',
      <Link key="account" to={staffPath('members', account.id)}>
        {account.name}
      </Link>,
    ],
    ['Account email', account.email],
    ['Company email', company?.email],
    ['Phone', company?.phone],
    ['Address', address?.filter(Boolean).join(', ')],
    ['Referred by', referrerLabel],
  ] as const;
}

function describePlan({ view: { counts, plan }, claimed }: Detail) {
  const cardCount = counts.personal + counts.family;
  return [
    ['Cards', `${cardCount}: ${counts.personal} personal, ${counts.family} family`],
    ['Claimed', String(claimed)],
    ['Not claimed', String(cardCount - claimed)],
    ['Plan', plan && (plan.canceled ? `${plan.statusText}, canceled` : plan.statusText)],
    ['Paid', plan && `${formatDay(plan.periodStart)} to ${formatDay(plan.periodEnd)}`],
    [
      'Next renewal',
      plan?.nextCharge && `${formatCents(plan.nextCharge.amountCents)} on ${formatDay(plan.nextCharge.at)}`,
    ],
  ] as const;
}

const PAYMENT_COLUMNS = {
  paidAt: { label: 'Paid', format: 'instant' },
  description: { label: 'For', format: 'text' },
  amountCents: { label: 'Amount', format: 'cents' },
  refundedCents: { label: 'Refunded', format: 'cents' },
} as const;

function Payments({ plan }: { plan: NonNullable<Detail['view']['plan']> }) {
  return (
    <StaffTable
      label="List of payments"
      columns={PAYMENT_COLUMNS}
      rows={plan.payments.map(({ receiptId, ...payment }) => ({ id: receiptId, ...payment }))}
      renderCell={(name, row) =>
        // The receipt of a purchase's first payment has the purchase's id.
        name === 'paidAt' && row.description !== 'Renewal' ? (
          <Link to={staffPath('purchases', String(row.id))}>{formatInstant(String(row.paidAt))}</Link>
        ) : undefined
      }
    />
  );
}
