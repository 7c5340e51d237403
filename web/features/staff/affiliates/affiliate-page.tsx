import { Link, useParams } from 'react-router';
import {
  TAX_CLASSIFICATION_NAMES,
  TAX_ID_NAMES,
} from '#server/domains/affiliates/tax-forms/tax-form.schema.ts';
import { TAX_FORM_NAMES } from '#server/domains/affiliates/tax-forms/tax-year.shared.ts';
import { formatCents } from '#server/lib/money.ts';
import { labelOf } from '#server/staff/purchases/purchase-list.shared.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { StaffTable } from '#web/features/staff/kit/staff-table.tsx';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { formatDay, formatInstant } from '../kit/format-cell.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { useStaffClient } from '../kit/staff-client.ts';
import { Facts, StaffDetail, StaffSection } from '../kit/staff-detail.tsx';
import { StaffQuery } from '../kit/staff-query.tsx';
import { Timeline } from '../kit/timeline.tsx';
import { affiliatePaths } from './affiliate-paths.ts';

type TaxForm = RouterOutputs['staff']['affiliates']['detail']['taxForms'][number];

const FIELD_LABELS = {
  usPerson: 'US person',
  legalNameOfBusiness: 'Legal name',
  taxClassification: 'Tax classification',
  idType: 'Type of tax number',
  idNumber: 'Tax number',
  name: 'Name',
  PermanentResidenceAddress: 'Permanent residence address',
  city: 'City or town of residence',
  USTaxPayerID: 'US taxpayer number',
  ForeignTaxID: 'Foreign tax number',
  FTINRequired: 'Has a foreign tax number',
  ReferenceNumber: 'Reference number',
};

const VALUE_LABELS = { ...TAX_CLASSIFICATION_NAMES, ...TAX_ID_NAMES, true: 'Yes', false: 'No', null: '–' };

/** Numbers are masked. To see a full one, staff have to give a reason. */
function TaxForms({ accountId, forms }: { accountId: string; forms: readonly TaxForm[] }) {
  const client = useStaffClient();
  if (forms.length === 0) return <p>No tax form on file. We hold payouts until we have one.</p>;
  return forms.map(({ kind, masked, acceptedAt }) => (
    <div key={kind}>
      <Facts
        rows={[
          ['Form', TAX_FORM_NAMES[kind]],
          ['Number', masked],
          ['Filed', formatDay(acceptedAt)],
        ]}
      />
      <ReasonDialog
        label={`Open ${TAX_FORM_NAMES[kind]}`}
        initial={{}}
        open={async ({ reason }) => {
          const form = await client.staff.affiliates.openTaxForm.mutate({ accountId, kind, reason });
          return (
            <Facts
              rows={[
                ['Accepted', `${formatInstant(form.acceptedAt)} from ${form.ip}`],
                ...form.fields.map(
                  ({ name, value }) => [labelOf(FIELD_LABELS, name), labelOf(VALUE_LABELS, value)] as const,
                ),
              ]}
            />
          );
        }}
      />
    </div>
  ));
}

type Affiliate = RouterOutputs['staff']['affiliates']['detail'];

export function AffiliatePage() {
  const { id = '' } = useParams();
  const query = trpc.staff.affiliates.detail.useQuery({ id });
  return (
    <StaffQuery query={query}>
      {(affiliate) => (
        <StaffDetail
          section="affiliates"
          title={affiliate.name}
          subtitle={affiliate.overview.roles.join(', ')}
        >
          <Profile affiliate={affiliate} />
          <StaffSection title="Tax forms">
            <TaxForms accountId={affiliate.id} forms={affiliate.taxForms} />
          </StaffSection>
          <PayoutAccount account={affiliate.payoutAccount} />
          <Commissions affiliate={affiliate} />
          <Payouts affiliate={affiliate} />
          <Referrals affiliate={affiliate} />
          <Downline affiliate={affiliate} />
          <StaffSection title="Timeline">
            <Timeline entries={affiliate.timeline} />
          </StaffSection>
        </StaffDetail>
      )}
    </StaffQuery>
  );
}

function Profile({ affiliate }: { affiliate: Affiliate }) {
  const { id, email, zip, joinedAt, overview } = affiliate;
  const { referenceCode, link, donates, broughtInBy, visits, signups, sales, totals } = overview;
  return (
    <StaffSection title="Profile" actions={<Link to={staffPath('members', id)}>Open the member</Link>}>
      <Facts
        rows={[
          ['Email', email],
          ['ZIP code', zip],
          ['Joined', formatInstant(joinedAt)],
          ['Reference code', referenceCode],
          ['Link', link],
          ['Earnings', donates ? 'Donated to the community fund' : 'Paid out'],
          ['Referred by', broughtInBy],
          ['Visits', visits],
          ['Sign-ups', signups],
          ['Sales', sales],
          ['Pending', formatCents(totals.pendingCents)],
          ['Payable', formatCents(totals.payableCents)],
          ['Paid', formatCents(totals.paidCents)],
        ]}
      />
    </StaffSection>
  );
}

function PayoutAccount({ account }: { account: Affiliate['payoutAccount'] }) {
  return (
    <StaffSection title="Bank account">
      {account === null ? (
        <p>No bank account on file. Affiliates in the US need one to get paid.</p>
      ) : (
        <Facts
          rows={[
            ['Status', account.returned === null ? 'On file' : `Returned: ${account.returned.reason}`],
            ['Holder', account.holderName],
            ['Routing number', account.routingNumber],
            ['Account', `${account.kind}, ends in ${account.last4}`],
            ['Entered', formatInstant(account.since)],
            ['Used from', formatInstant(account.usableFrom)],
          ]}
        />
      )}
    </StaffSection>
  );
}

const COMMISSION_COLUMNS = {
  at: { label: 'Date', format: 'instant' },
  sale: { label: 'Sale', format: 'text' },
  rate: { label: 'Rate', format: 'text' },
  baseCents: { label: 'Base', format: 'cents' },
  amountCents: { label: 'Amount', format: 'cents' },
  reason: { label: 'Reason', format: 'text' },
  status: { label: 'Status', format: 'status' },
  payableAt: { label: 'Payable on', format: 'day' },
} as const;

function Commissions({ affiliate: { commissions, commissionCount, email } }: { affiliate: Affiliate }) {
  return (
    <StaffSection
      title="Commissions"
      actions={
        commissionCount === 0 ? null : (
          <Link to={affiliatePaths.commissions(email)}>All {commissionCount}</Link>
        )
      }
    >
      <StaffTable label="Newest commissions" columns={COMMISSION_COLUMNS} rows={commissions} />
    </StaffSection>
  );
}

const PAYOUT_COLUMNS = {
  month: { label: 'Month', format: 'text' },
  amountCents: { label: 'Amount', format: 'cents' },
  paidAt: { label: 'Marked as paid', format: 'instant' },
} as const;

function Payouts({ affiliate: { payouts } }: { affiliate: Affiliate }) {
  return (
    <StaffSection title="Payouts">
      <StaffTable
        label="Payouts so far"
        columns={PAYOUT_COLUMNS}
        rows={payouts}
        renderCell={(name, { month }) =>
          name === 'month' ? <Link to={affiliatePaths.run(String(month))}>{month}</Link> : undefined
        }
      />
    </StaffSection>
  );
}

const REFERRAL_COLUMNS = {
  sold: { label: 'Sale', format: 'text' },
  email: { label: 'Buyer', format: 'text' },
  totalCents: { label: 'Paid at purchase', format: 'cents' },
  promoCode: { label: 'Promo code', format: 'text' },
  status: { label: 'Status', format: 'status' },
  settledAt: { label: 'When', format: 'instant' },
} as const;

function Referrals({ affiliate: { referrals, overview } }: { affiliate: Affiliate }) {
  return (
    <StaffSection title="Referrals">
      <StaffTable
        label="Newest referrals"
        columns={REFERRAL_COLUMNS}
        rows={referrals}
        renderCell={(name, { id, sold }) =>
          name === 'sold' ? <Link to={staffPath('purchases', String(id))}>{sold}</Link> : undefined
        }
      />
      {referrals.length < overview.sales ? (
        <p>
          The newest {referrals.length} of {overview.sales}.
        </p>
      ) : null}
    </StaffSection>
  );
}

const DOWNLINE_COLUMNS = {
  name: { label: 'Name', format: 'text' },
  role: { label: 'Type', format: 'text' },
  since: { label: 'Since', format: 'day' },
} as const;

function Downline({ affiliate: { overview } }: { affiliate: Affiliate }) {
  return (
    <StaffSection title="Downline">
      <StaffTable label="People in the downline" columns={DOWNLINE_COLUMNS} rows={overview.downline} />
    </StaffSection>
  );
}
