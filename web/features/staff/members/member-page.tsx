import { Link, useParams } from 'react-router';
import { formatPersonName } from '#server/lib/same-person.ts';
import { ACCOUNT_TYPE_OPTIONS, setTypeInput } from '#server/staff/access/account-type.schema.ts';
import type { ListColumn } from '#server/staff/kit/list.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { formatInstant } from '#web/features/staff/kit/format-cell.tsx';
import { Facts, StaffDetail, StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffTable } from '#web/features/staff/kit/staff-table.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { SelectField } from '#web/ui/form/fields.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { StaffAction } from '../kit/staff-action.tsx';
import { useStaffClient } from '../kit/staff-client.ts';
import { CorrectAccountName, EndSessions, GrantMembership } from './member-actions.tsx';
import { PersonTables } from './person-tables.tsx';

function SetAccountType({ id }: { id: string }) {
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

const MEMBERSHIPS = {
  number: { label: 'Membership ID', format: 'id' },
  plan: { label: 'Plan', format: 'text' },
  holder: { label: 'Holder', format: 'text' },
  state: { label: 'Status', format: 'status' },
  expires: { label: 'Expires', format: 'day' },
} as const satisfies Record<string, ListColumn>;

const SESSIONS = {
  device: { label: 'Browser', format: 'text' },
  createdAt: { label: 'Logged in', format: 'instant' },
  lastUsedAt: { label: 'Last used', format: 'instant' },
} as const satisfies Record<string, ListColumn>;

export function MemberPage() {
  const { id = '' } = useParams();
  const query = trpc.staff.members.get.useQuery({ id });
  if (query.error) return <ErrorBox message={toFailure(query.error).message} />;
  if (!query.data) return <Skeleton heights={['3rem', '12rem', '20rem']} />;
  const { memberships, sessions, ...member } = query.data;
  const { firstname, lastname, latinName, email } = member;
  return (
    <StaffDetail
      section="members"
      title={formatPersonName({ firstname, lastname })}
      subtitle={email}
      actions={
        <>
          <CorrectAccountName id={id} firstname={firstname} lastname={lastname} latinName={latinName} />
          <GrantMembership person={{ email, firstname, lastname, latinName }} />
          <SetAccountType id={id} />
          {sessions.length > 0 ? <EndSessions id={id} /> : null}
        </>
      }
    >
      <StaffSection title="Profile">
        <Facts
          rows={[
            ['Email', email],
            ['Verified', member.isEmailVerified ? 'Yes' : 'No'],
            ['New email, not verified', member.pendingEmail],
            ['ZIP code', member.zip],
            ['Type', member.type],
            ['Reference code', member.referenceCode],
            ['Joined', formatInstant(member.joined)],
            ['Stripe customer', member.customerId],
          ]}
        />
      </StaffSection>
      <StaffSection title="Memberships">
        {memberships.length === 0 ? (
          <p>This account has no membership.</p>
        ) : (
          <StaffTable
            label="Memberships"
            columns={MEMBERSHIPS}
            rows={memberships}
            renderCell={(column, row) =>
              column === 'number' ? (
                <Link to={staffPath('memberships', String(row.id))}>{row.number}</Link>
              ) : undefined
            }
          />
        )}
      </StaffSection>
      <StaffSection title="Sessions">
        {sessions.length === 0 ? (
          <p>This account isn’t logged in anywhere.</p>
        ) : (
          <StaffTable label="Sessions" columns={SESSIONS} rows={sessions} />
        )}
      </StaffSection>
      <PersonTables {...member} />
    </StaffDetail>
  );
}
