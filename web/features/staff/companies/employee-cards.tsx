import { TextInput } from '@mantine/core';
import { formatPersonName } from '#server/lib/same-person.ts';
import layout from '#web/ui/styles/layout.module.css';
import '#web/ui/styles/mantine-rest.css';
import { useState } from 'react';
import { Link } from 'react-router';
import { COMPANY_CARDS_PER_PAGE } from '#server/domains/memberships/company/company.schema.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { companyCardInput, staffReplaceInput } from '#server/staff/companies/company.schema.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { EmployeeFields } from '#web/features/checkout/company/employees/employee-fields.tsx';
import { emptyEmployee } from '#web/features/checkout/company/employees/employee-values.ts';
import { formatCell } from '#web/features/staff/kit/format-cell.tsx';
import classes from '#web/features/staff/kit/staff.module.css';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import { StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffQuery } from '#web/features/staff/kit/staff-query.tsx';
import { StaffTable } from '#web/features/staff/kit/staff-table.tsx';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';

type Card = RouterOutputs['staff']['companies']['cards']['cards'][number];

const COLUMNS = {
  name: { label: 'Employee', format: 'text' },
  number: { label: 'Membership ID', format: 'id' },
  planName: { label: 'Plan', format: 'text' },
  email: { label: 'Email', format: 'id' },
  state: { label: 'Status', format: 'status' },
  endsAt: { label: 'Ends', format: 'day' },
  actions: { label: 'Actions', format: 'text' },
} as const;

const INVITATIONS = { none: 'Not invited', sent: 'Invited', claimed: 'Claimed' } as const;

interface EmployeeCardsProps {
  id: string;
  companyName: string;
  canChange: boolean;
}

/** Lists the cards on the company's plan, page by page. */
export function EmployeeCards({ id, companyName, canChange }: EmployeeCardsProps) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const query = trpc.staff.companies.cards.useQuery(
    { id, page, search },
    { placeholderData: (last) => last },
  );
  return (
    <StaffSection title="Employees’ cards">
      <search>
        <TextInput
          type="search"
          label="Name, email, or membership ID"
          autoComplete="off"
          value={search}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value);
            setPage(1);
          }}
        />
      </search>
      <StaffQuery query={query}>
        {({ count, cards }) => (
          <>
            <StaffTable
              label="List of employees’ cards"
              columns={COLUMNS}
              rows={cards.map((card) => ({
                id: card.id,
                name: formatPersonName(card),
                number: formatMembershipNumber(card.number),
                planName: card.planName,
                email: card.email,
                state: INVITATIONS[card.invitation],
                endsAt: card.endsAt,
              }))}
              renderCell={(name, row) => {
                const card = cards.find((candidate) => candidate.id === row.id);
                if (name === 'name')
                  return <Link to={staffPath('memberships', String(row.id))}>{row.name}</Link>;
                if (name === 'state' && card) return <InvitationState card={card} />;
                return name === 'actions' && card ? (
                  <CardActions id={id} card={card} companyName={companyName} canChange={canChange} />
                ) : undefined;
              }}
            />
            <Pages page={page} count={count} onChange={setPage} />
          </>
        )}
      </StaffQuery>
    </StaffSection>
  );
}

function InvitationState({ card: { invitation, claimedAt, invitedAt } }: { card: Card }) {
  const since = claimedAt ?? invitedAt;
  return (
    <div>
      {formatCell(INVITATIONS[invitation], 'status')}
      {since === null ? null : <div>{formatCell(since, 'day')}</div>}
    </div>
  );
}

interface PagesProps {
  page: number;
  count: number;
  onChange(page: number): void;
}

function Pages({ page, count, onChange }: PagesProps) {
  const last = Math.max(1, Math.ceil(count / COMPANY_CARDS_PER_PAGE));
  if (last === 1) return null;
  return (
    <nav aria-label="Pages of cards">
      <Button variant="quiet" disabled={page === 1} onClick={() => onChange(page - 1)}>
        Previous
      </Button>
      Page {page} of {last}
      <Button variant="quiet" disabled={page === last} onClick={() => onChange(page + 1)}>
        Next
      </Button>
    </nav>
  );
}

interface CardActionsProps extends EmployeeCardsProps {
  card: Card;
}

function CardActions({ id, card, companyName, canChange }: CardActionsProps) {
  const { resendInvitation, replaceEmployee } = useStaffClient().staff.companies;
  const [employee] = useState(() => ({ ...emptyEmployee(), familyPlan: card.isFamily }));
  const key = { id, membershipId: card.id };
  const name = formatPersonName(card);
  return (
    <div className={`${layout.toolRow} ${classes.actions}`}>
      {card.invitation === 'sent' ? (
        <StaffAction
          label="Resend invitation"
          about={name}
          schema={companyCardInput}
          initial={key}
          action={resendInvitation}
        />
      ) : null}
      {canChange ? (
        <StaffAction
          label="Replace employee"
          about={name}
          size="lg"
          danger
          schema={staffReplaceInput}
          initial={{ ...key, employee }}
          action={replaceEmployee}
        >
          {(values) => (
            <EmployeeFields
              pathPrefix="employee."
              values={values.employee}
              companyName={companyName}
              kind="fixed"
            />
          )}
        </StaffAction>
      ) : null}
    </div>
  );
}
