import { Link } from 'react-router';
import type { ListColumn } from '#server/staff/kit/list.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffTable } from '#web/features/staff/kit/staff-table.tsx';
import { Timeline } from '#web/features/staff/kit/timeline.tsx';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import { ResendMail, Unsuppress } from './member-actions.tsx';
import { Refund } from './membership-actions.tsx';

type History = Pick<
  RouterOutputs['staff']['members']['get'],
  'payments' | 'agreements' | 'mails' | 'suppressions' | 'timeline' | 'email'
>;

const PAYMENTS = {
  description: { label: 'Payment', format: 'text' },
  paidAt: { label: 'Paid', format: 'instant' },
  amountCents: { label: 'Amount', format: 'cents' },
  refundedCents: { label: 'Refunded', format: 'cents' },
  card: { label: 'Card', format: 'text' },
  action: { label: 'Actions', format: 'text' },
} as const satisfies Record<string, ListColumn>;

const MAILS = {
  subject: { label: 'Email', format: 'text' },
  state: { label: 'Status', format: 'status' },
  at: { label: 'When', format: 'instant' },
  action: { label: 'Actions', format: 'text' },
} as const satisfies Record<string, ListColumn>;

const AGREEMENTS = {
  contract: { label: 'Text', format: 'text' },
  version: { label: 'Version', format: 'count' },
  agreedAt: { label: 'Agreed', format: 'instant' },
  ip: { label: 'IP address', format: 'text' },
} as const satisfies Record<string, ListColumn>;

/** Shows the tables that the page of a member and the page of a membership have in common. */
export function PersonTables({ payments, agreements, mails, suppressions, timeline, email }: History) {
  return (
    <>
      <StaffSection title="Payments">
        {payments.length === 0 ? <p>No charges.</p> : null}
        {payments.length === 0 ? null : (
          <StaffTable
            label="Payments"
            columns={PAYMENTS}
            rows={payments}
            renderCell={(column, { id, purchaseId, description, amountCents, refundedCents }) => {
              if (column === 'description')
                return <Link to={staffPath('purchases', String(purchaseId))}>{description}</Link>;
              if (column !== 'action') return undefined;
              return Number(refundedCents) < Number(amountCents) ? <Refund id={String(id)} /> : '–';
            }}
          />
        )}
      </StaffSection>
      <StaffSection title="Emails" actions={suppressions.length > 0 ? <Unsuppress email={email} /> : null}>
        {suppressions.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        {mails.length === 0 ? <p>No recent emails.</p> : null}
        {mails.length === 0 ? null : (
          <StaffTable
            label="Emails"
            columns={MAILS}
            rows={mails}
            renderCell={(column, { id, mail, subject, canResend }) => {
              if (column === 'subject') return subject ?? mail;
              if (column !== 'action') return undefined;
              return canResend ? <ResendMail id={String(id)} /> : '–';
            }}
          />
        )}
      </StaffSection>
      <StaffSection title="Agreements">
        {agreements.length === 0 ? (
          <p>No agreements.</p>
        ) : (
          <StaffTable label="Agreements" columns={AGREEMENTS} rows={agreements} />
        )}
      </StaffSection>
      <StaffSection title="Timeline">
        <Timeline entries={timeline} />
      </StaffSection>
    </>
  );
}
