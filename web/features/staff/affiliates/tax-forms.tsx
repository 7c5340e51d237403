import {
  TAX_CLASSIFICATION_NAMES,
  TAX_ID_NAMES,
} from '#server/domains/affiliates/tax-forms/tax-form.schema.ts';
import { TAX_FORM_NAMES } from '#server/domains/affiliates/tax-forms/tax-year.shared.ts';
import { labelOf } from '#server/staff/purchases/purchase-list.shared.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import { formatDay, formatInstant } from '../kit/format-cell.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { useStaffClient } from '../kit/staff-client.ts';
import { Facts } from '../kit/staff-detail.tsx';

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
export function TaxForms({ accountId, forms }: { accountId: string; forms: readonly TaxForm[] }) {
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
