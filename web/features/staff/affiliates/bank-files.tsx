import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCents } from '#server/lib/money.ts';
import { returnedPayout } from '#server/staff/affiliates/affiliate.schema.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { StaffAction } from '../kit/staff-action.tsx';
import { useStaffClient } from '../kit/staff-client.ts';
import { StaffSection } from '../kit/staff-detail.tsx';
import { StaffQuery } from '../kit/staff-query.tsx';
import { StaffTable, type TableRow } from '../kit/staff-table.tsx';

type BankFiles = NonNullable<RouterOutputs['staff']['affiliates']['bankFiles']>;

export function BankFileSections({ month }: { month: string }) {
  const query = trpc.staff.affiliates.bankFiles.useQuery({ month });
  return (
    <StaffQuery query={query}>
      {(bankFiles) =>
        bankFiles === null ? null : (
          <>
            <StaffSection title="Bank files">
              <NewFile month={month} bankFiles={bankFiles} />
              {bankFiles.files.length === 0 ? null : <Files files={bankFiles.files} />}
            </StaffSection>
            {bankFiles.leftOutCount === 0 ? null : <LeftOutPayouts bankFiles={bankFiles} />}
            {bankFiles.sentCount === 0 ? null : <SentPayouts bankFiles={bankFiles} />}
          </>
        )
      }
    </StaffQuery>
  );
}

function NewFile({
  month,
  bankFiles: { problem, isStandIn, count, totalCents },
}: {
  month: string;
  bankFiles: BankFiles;
}) {
  const client = useStaffClient();
  if (problem !== null) return <Notice title="We can’t create a bank file">{problem}</Notice>;
  return (
    <>
      {count === 0 ? (
        <p>None of this month’s payouts can be sent now.</p>
      ) : (
        <p>
          A new file has {count === 1 ? '1 payment' : `${count} payments`}, {formatCents(totalCents)} in
          total. Its payouts count as sent, so no other file will include them.
        </p>
      )}
      {isStandIn ? (
        <Notice title="No bank will accept these files">
          Our bank’s details are placeholders. Set the ACH settings to replace them.
        </Notice>
      ) : null}
      {/* Hidden instead of removed, so that its dialog can still show the result. */}
      <span hidden={count === 0}>
        <ReasonDialog
          label="Create the bank file"
          initial={{ month, count, totalCents }}
          open={async (values) => save(await client.staff.affiliates.createBankFile.mutate(values))}
        />
      </span>
    </>
  );
}

function save({ name, text }: { name: string; text: string }): ReactNode {
  saveFile(new Blob([text], { type: 'text/plain;charset=us-ascii' }), name);
  return <p role="status">{name} was downloaded. Send it to the bank once.</p>;
}

const FILE_COLUMNS = {
  number: { label: 'File', format: 'count' },
  paymentCount: { label: 'Payments', format: 'count' },
  totalCents: { label: 'Total', format: 'cents' },
  createdAt: { label: 'Created', format: 'instant' },
  createdBy: { label: 'By', format: 'text' },
  download: { label: 'Download', format: 'text' },
} as const;

function Files({ files }: Pick<BankFiles, 'files'>) {
  const client = useStaffClient();
  const renderCell = (name: string, { id, number }: TableRow) =>
    name === 'download' ? (
      <ReasonDialog
        label={`Download file ${number} again`}
        initial={{ id: String(id) }}
        open={async (values) => save(await client.staff.affiliates.bankFile.mutate(values))}
      />
    ) : undefined;
  return (
    <StaffTable label="This month’s files" columns={FILE_COLUMNS} rows={files} renderCell={renderCell} />
  );
}

const LEFT_OUT_COLUMNS = {
  name: { label: 'Name', format: 'text' },
  amountCents: { label: 'Amount', format: 'cents' },
  reason: { label: 'Why', format: 'text' },
} as const;

const linkName = ({ affiliateId, name }: TableRow) => (
  <Link to={staffPath('affiliates', String(affiliateId))}>{String(name)}</Link>
);

function LeftOutPayouts({ bankFiles: { leftOut, leftOutCount } }: { bankFiles: BankFiles }) {
  return (
    <StaffSection title="Left out of the bank file">
      <StaffTable
        label="Left out"
        columns={LEFT_OUT_COLUMNS}
        rows={leftOut.map((row) => ({ ...row, id: row.payoutId }))}
        renderCell={(name, row) => (name === 'name' ? linkName(row) : undefined)}
      />
      <ShownCount shownCount={leftOut.length} count={leftOutCount} />
    </StaffSection>
  );
}

const SENT_COLUMNS = {
  name: { label: 'Name', format: 'text' },
  amountCents: { label: 'Amount', format: 'cents' },
  last4: { label: 'Account ends in', format: 'text' },
  file: { label: 'File', format: 'count' },
  returned: { label: 'Returned', format: 'text' },
} as const;

function SentPayouts({ bankFiles: { sent, sentCount } }: { bankFiles: BankFiles }) {
  const renderCell = (name: string, row: TableRow) => {
    if (name === 'name') return linkName(row);
    return name === 'returned' ? (
      <ReturnAction id={String(row.payoutId)} name={String(row.name)} />
    ) : undefined;
  };
  return (
    <StaffSection title="Sent to the bank">
      <StaffTable
        label="Sent payouts"
        columns={SENT_COLUMNS}
        rows={sent.map((row) => ({ ...row, id: row.payoutId }))}
        renderCell={renderCell}
      />
      <ShownCount shownCount={sent.length} count={sentCount} />
    </StaffSection>
  );
}

function ShownCount({ shownCount, count }: { shownCount: number; count: number }) {
  if (shownCount === count) return null;
  return (
    <p>
      Showing the first {shownCount} of {count} by name.
    </p>
  );
}

function ReturnAction({ id, name }: { id: string; name: string }) {
  const client = useStaffClient();
  return (
    <StaffAction
      label="Mark as returned"
      about={name}
      danger
      schema={returnedPayout}
      initial={{ payoutId: id, bankReason: '' }}
      action={client.staff.affiliates.returnPayout}
    >
      <TextField
        name="bankReason"
        label="The bank’s reason"
        description="The affiliate sees it in the email and on the payouts page."
        autoComplete="off"
      />
    </StaffAction>
  );
}
