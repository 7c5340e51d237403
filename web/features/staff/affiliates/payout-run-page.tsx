import { Link, useParams } from 'react-router';
import { formatCents } from '#server/lib/money.ts';
import { payMonthInput } from '#server/staff/affiliates/affiliate.schema.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { StaffTable } from '#web/features/staff/kit/staff-table.tsx';
import { saveFile } from '#web/lib/save-file.ts';
import { trpc } from '#web/lib/trpc.ts';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { formatInstant } from '../kit/format-cell.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { StaffAction } from '../kit/staff-action.tsx';
import { useStaffClient } from '../kit/staff-client.ts';
import { Facts, StaffDetail, StaffSection } from '../kit/staff-detail.tsx';
import { StaffQuery } from '../kit/staff-query.tsx';
import type { TableRow } from '../kit/staff-table.tsx';
import { affiliatePaths } from './affiliate-paths.ts';
import { BankFileSections } from './bank-files.tsx';

const PAYEE_COLUMNS = {
  name: { label: 'Name', format: 'text' },
  email: { label: 'Email', format: 'text' },
  code: { label: 'Code', format: 'text' },
  form: { label: 'Tax form', format: 'status' },
  bank: { label: 'Bank account', format: 'text' },
  amountCents: { label: 'Amount', format: 'cents' },
} as const;
const HELD_BACK_COLUMNS = { ...PAYEE_COLUMNS, reason: { label: 'Why', format: 'text' } } as const;

const linkName = (name: string, row: TableRow) =>
  name === 'name' ? <Link to={staffPath('affiliates', String(row.id))}>{String(row.name)}</Link> : undefined;

const toRows = (payees: ReadonlyArray<{ affiliateId: string } & TableRow>): TableRow[] =>
  payees.map((payee) => ({ ...payee, id: payee.affiliateId }));

/** The payouts are a preview until the month is marked as paid. */
export function PayoutRunPage() {
  const { month = '' } = useParams();
  const query = trpc.staff.affiliates.payoutRun.useQuery({ month });
  return (
    <StaffQuery query={query}>
      {({ paidAt, isOver, count, totalCents, payees, heldBackCount, heldBack }) => (
        <StaffDetail
          section="affiliates"
          title={`Payouts for ${month}`}
          subtitle={paidAt === null ? 'Preview: not paid yet' : `Marked as paid ${formatInstant(paidAt)}`}
          actions={
            <>
              {/* Hidden instead of removed, so that its dialog can still show the result. */}
              <span hidden={paidAt !== null}>
                <MarkPaidAction month={month} count={count} totalCents={totalCents} />
              </span>
              {paidAt === null ? null : <DownloadFile month={month} />}
            </>
          }
        >
          <Facts
            rows={[
              ['Payouts', count],
              ['Total', formatCents(totalCents)],
              ['Month', isOver ? 'Complete' : 'Not over yet, so it can’t be paid'],
            ]}
          />
          <StaffSection title={paidAt === null ? 'To be paid' : 'Paid'}>
            <StaffTable label="Payees" columns={PAYEE_COLUMNS} rows={toRows(payees)} renderCell={linkName} />
            {payees.length < count ? (
              <p>
                Showing the first {payees.length} of {count} by name.
              </p>
            ) : null}
            {paidAt === null ? null : <Link to={affiliatePaths.payouts(month)}>Search these payouts</Link>}
          </StaffSection>
          {paidAt === null ? null : <BankFileSections month={month} />}
          {paidAt === null ? (
            <StaffSection title="Not paid this time">
              <StaffTable
                label="Held back"
                columns={HELD_BACK_COLUMNS}
                rows={toRows(heldBack)}
                renderCell={linkName}
              />
              {heldBack.length < heldBackCount ? (
                <p>
                  Showing the first {heldBack.length} of {heldBackCount} by name.
                </p>
              ) : null}
            </StaffSection>
          ) : null}
        </StaffDetail>
      )}
    </StaffQuery>
  );
}

function MarkPaidAction(initial: { month: string; count: number; totalCents: number }) {
  const client = useStaffClient();
  return (
    <StaffAction
      label="Mark as paid"
      danger
      schema={payMonthInput}
      initial={initial}
      action={client.staff.affiliates.markPaid}
    />
  );
}

function DownloadFile({ month }: { month: string }) {
  const client = useStaffClient();
  return (
    <ReasonDialog
      label="Download the file"
      initial={{ month, withTaxNumbers: false }}
      open={async (values) => {
        const { name, text } = await client.staff.affiliates.payoutFile.mutate(values);
        saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name);
        return <p role="status">{name} was downloaded.</p>;
      }}
    >
      <CheckboxField
        name="withTaxNumbers"
        label="Tax numbers"
        description="For tax reporting. The audit log records every form you open."
      >
        Include tax numbers
      </CheckboxField>
    </ReasonDialog>
  );
}
