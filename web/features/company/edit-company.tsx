import { useState } from 'react';
import {
  type Company,
  companyDetails,
  MAX_PO_NUMBER_LENGTH,
} from '#server/domains/memberships/company/company.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { EmailField, PhoneField, TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useCompanySearchParams } from './company-search-params.ts';

/** Opens when the URL has `?edit=company`. */
export function EditCompanyModal({ company }: { company: Company }) {
  const { isEditing } = useCompanySearchParams();
  const [wasOpened, setWasOpened] = useState(isEditing);
  if (isEditing && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <ModalRoute opened={isEditing} title="Edit company details" closePath={paths.company()}>
      {isEditing ? <CompanyForm company={company} /> : null}
    </ModalRoute>
  );
}

function CompanyForm({ company }: { company: Company }) {
  const utils = trpc.useUtils();
  const close = useCloseModal(paths.company());
  const edit = trpc.corporate.editDetails.useMutation();
  // A refetch must not change the version of what the user is editing.
  const [{ name, street1, street2, city, state, zip, country, email, phone, poNumber, version }] =
    useState(company);
  return (
    <Form
      initial={{ name, street1, street2, city, state, zip, country, email, phone, poNumber, version }}
      schema={companyDetails}
      submitLabel="Save"
      onSubmit={async (details) => {
        await edit.mutateAsync(details);
        await utils.corporate.company.invalidate();
        close();
      }}
    >
      <TextField name="name" label="Company name" autoComplete="organization" autoCapitalize="words" />
      <EmailField autoComplete="work email" description="We send receipts for added cards here." />
      <PhoneField autoComplete="work tel" />
      <AddressFields />
      <TextField
        name="poNumber"
        label="PO number"
        description="It’ll be on your receipts from now on."
        optional
        maxLength={MAX_PO_NUMBER_LENGTH}
        autoComplete="off"
      />
    </Form>
  );
}
