import { Link, useParams } from 'react-router';
import { PURCHASE_KIND_LABELS } from '#server/domains/checkout/purchase/purchase.schema.ts';
import { formatCents } from '#server/lib/money.ts';
import { labelOf, PURCHASE_STATES } from '#server/staff/purchases/purchase-list.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { formatInstant } from '#web/features/staff/kit/format-cell.tsx';
import classes from '#web/features/staff/kit/staff.module.css';
import { Facts, StaffDetail, StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffTable } from '#web/features/staff/kit/staff-table.tsx';
import { Timeline } from '#web/features/staff/kit/timeline.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { RepairActions } from './repair-actions.tsx';

type Detail = RouterOutputs['staff']['purchases']['detail'];

export function PurchasePage() {
  const { id = '' } = useParams();
  const detail = trpc.staff.purchases.detail.useQuery({ id });
  if (detail.error && !detail.data) {
    return (
      <StaffDetail section="purchases" title={id}>
        <ErrorBox message={toFailure(detail.error).message} onRetry={() => void detail.refetch()} />
      </StaffDetail>
    );
  }
  if (!detail.data) return <Skeleton heights={['4rem', '16rem', '16rem']} />;
  const { purchase, repairs } = detail.data;
  return (
    <StaffDetail
      section="purchases"
      title={purchase ? `Purchase of ${formatCents(purchase.totalCents)}` : `${id} at Stripe`}
      subtitle={
        purchase
          ? [
              labelOf(PURCHASE_KIND_LABELS, purchase.kind),
              labelOf(PURCHASE_STATES, purchase.status),
              purchase.email,
            ].join(', ')
          : 'We don’t have a purchase for it.'
      }
      actions={<RepairActions id={id} repairs={repairs} />}
    >
      {purchase ? <PurchaseFacts purchase={purchase} /> : null}
      <StripeRecords detail={detail.data} />
      {purchase ? <OurRecords detail={detail.data} /> : null}
      <StaffSection title="Timeline">
        <Timeline entries={detail.data.timeline} />
      </StaffSection>
    </StaffDetail>
  );
}

function PurchaseFacts({ purchase }: { purchase: NonNullable<Detail['purchase']> }) {
  const { accountId, settledAt } = purchase;
  const account =
    accountId === null ? null : <Link to={staffPath('members', accountId)}>Open the member</Link>;
  return (
    <StaffSection title="Purchase">
      <Facts
        rows={[
          ['Purchase ID', purchase.id],
          ['Status', labelOf(PURCHASE_STATES, purchase.status)],
          ['Why it failed', purchase.failure],
          ['Attempt', `${purchase.attempt}, started ${formatInstant(purchase.attemptStartedAt)}`],
          ['Started', formatInstant(purchase.createdAt)],
          ['Settled', settledAt === null ? null : formatInstant(settledAt)],
          ['Total', formatCents(purchase.totalCents)],
          ['Card', purchase.card],
          ['Promo code', purchase.promoCode],
          ['Email', purchase.email],
          ['Account', account],
        ]}
      />
    </StaffSection>
  );
}

const SALE_COLUMNS = {
  id: { label: 'Stripe ID', format: 'id' },
  type: { label: 'Type', format: 'text' },
  status: { label: 'Status', format: 'status' },
} as const;

const CHARGE_COLUMNS = {
  at: { label: 'When', format: 'instant' },
  id: { label: 'Charge', format: 'id' },
  status: { label: 'Status', format: 'status' },
  amountCents: { label: 'Amount', format: 'cents' },
  refundedCents: { label: 'Refunded', format: 'cents' },
  isDisputed: { label: 'Disputed', format: 'text' },
  sale: { label: 'For', format: 'id' },
} as const;

function StripeRecords({ detail: { sales, charges } }: { detail: Detail }) {
  return (
    <StaffSection title="At Stripe">
      {sales.length === 0 ? <p>Stripe has nothing for this purchase.</p> : null}
      {sales.length > 0 ? <StaffTable label="Sales at Stripe" columns={SALE_COLUMNS} rows={sales} /> : null}
      {charges.length > 0 ? (
        <StaffTable label="Charges at Stripe" columns={CHARGE_COLUMNS} rows={charges} />
      ) : null}
    </StaffSection>
  );
}

const LINE_COLUMNS = {
  description: { label: 'Bought', format: 'text' },
  quantity: { label: 'Quantity', format: 'count' },
  amountCents: { label: 'Amount', format: 'cents' },
} as const;

/** The tables of our own records. */
const TABLES = [
  {
    title: 'Memberships',
    key: 'memberships',
    columns: {
      number: { label: 'Membership ID', format: 'id' },
      status: { label: 'Status', format: 'status' },
      until: { label: 'Until', format: 'instant' },
      endedAt: { label: 'Ended', format: 'instant' },
    },
  },
  {
    title: 'Payments',
    key: 'payments',
    columns: {
      at: { label: 'Paid', format: 'instant' },
      invoice: { label: 'Stripe ID', format: 'id' },
      amountCents: { label: 'Amount', format: 'cents' },
      returnedCents: { label: 'Returned', format: 'cents' },
    },
  },
  {
    title: 'Ledger postings',
    key: 'postings',
    columns: {
      at: { label: 'When', format: 'instant' },
      entry: { label: 'Entry', format: 'text' },
      account: { label: 'Account', format: 'text' },
      amountCents: { label: 'Amount', format: 'cents' },
    },
  },
  {
    title: 'Emails',
    key: 'mails',
    columns: {
      at: { label: 'When', format: 'instant' },
      mail: { label: 'Email', format: 'text' },
      state: { label: 'Status', format: 'status' },
    },
  },
] as const;

function OurRecords({ detail }: { detail: Detail }) {
  return (
    <>
      <StaffSection title="Cart">
        <StaffTable label="Lines" columns={LINE_COLUMNS} rows={detail.lines} />
        <h3 className={classes.subheading}>What the buyer entered</h3>
        <Facts rows={detail.cart.map(({ field, value }) => [field, value])} />
      </StaffSection>
      {TABLES.map(({ title, key, columns }) => (
        <StaffSection key={key} title={title}>
          {detail[key].length === 0 ? (
            <p>None</p>
          ) : (
            <StaffTable
              label={title}
              columns={columns}
              rows={detail[key]}
              renderCell={(column, { id, number }) =>
                column === 'number' ? (
                  <Link to={staffPath('memberships', String(id))}>{number}</Link>
                ) : undefined
              }
            />
          )}
        </StaffSection>
      ))}
    </>
  );
}
