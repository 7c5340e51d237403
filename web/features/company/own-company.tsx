import { useState } from 'react';
import { replaceInput } from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import {
  type Company,
  companyDetails,
  MAX_PO_NUMBER_LENGTH,
} from '#server/domains/memberships/company/company.schema.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { formatPersonName } from '#server/lib/same-person.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { EmailField, PhoneField, TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { EmployeeFields } from '../checkout/company/employees/employee-fields.tsx';
import { emptyEmployee } from '../checkout/company/employees/employee-values.ts';
import { CompletionFrame } from '../checkout/completion/completion-frame.tsx';
import { AddCardsModal } from './add-cards.tsx';
import { CompanyCards } from './company-cards.tsx';
import { type CompanyCardData, type CompanyData, holderName } from './company-data.ts';
import { CompanyPlan } from './company-plan.tsx';
import { useCompanySearchParams } from './company-search-params.ts';

const schema = replaceInput.pick({ employee: true });

/**
 * Replaces an employee with another person, who gets a new card. The old card ends immediately, and nothing
 * is charged.
 */
function ReplaceEmployee({ card }: { card: CompanyCardData }) {
  const close = useCloseModal(paths.company());
  const utils = trpc.useUtils();
  const replace = trpc.corporate.replace.useMutation();
  const company = trpc.corporate.company.useQuery();
  const [replacement, setReplacement] = useState<{ name: string; number: string } | null>(null);
  const [initial] = useState(() => ({
    employee: { ...emptyEmployee(), familyPlan: card.isFamily },
  }));
  const name = holderName(card);

  async function send({ employee }: typeof initial) {
    const { number } = await replace.mutateAsync({ membershipId: card.id, employee });
    setReplacement({ name: formatPersonName(employee), number });
    void utils.corporate.company.invalidate();
    void utils.corporate.cards.invalidate();
  }

  if (replacement !== null) {
    return (
      <CompletionFrame
        title="Employee replaced"
        heading={`${replacement.name} now has a card`}
        text={`Its membership ID is ${formatMembershipNumber(replacement.number)}. ${name}’s card is no longer valid.`}
      >
        <Button onClick={close}>Close</Button>
      </CompletionFrame>
    );
  }
  return (
    <Form initial={initial} schema={schema} onSubmit={send} submitLabel="Replace employee">
      {({ values }) => (
        <>
          <p>
            The {card.planName.toLowerCase()} card of <strong>{name}</strong> ends right away. The new
            employee gets a card with its own ID, and you won’t be charged.
          </p>
          <EmployeeFields
            pathPrefix="employee."
            values={values.employee}
            companyName={company.data?.company?.name ?? ''}
            kind="fixed"
          />
        </>
      )}
    </Form>
  );
}

/** Opens when the URL has `?edit=company`. */
function EditCompanyModal({ company }: { company: Company }) {
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

/** Opens when the URL has `?replace=` and a card's number. */
function ReplaceModal() {
  const { replace } = useCompanySearchParams();
  // While the modal closes, the URL no longer has the number.
  const [lastNumber, setLastNumber] = useState(replace);
  if (replace !== null && replace !== lastNumber) setLastNumber(replace);
  return (
    <ModalRoute opened={replace !== null} title="Replace an employee" closePath={paths.company()} size="lg">
      {lastNumber === null ? null : <ReplaceableCard key={lastNumber} number={lastNumber} />}
    </ModalRoute>
  );
}

function ReplaceableCard({ number }: { number: string }) {
  const query = trpc.corporate.cards.useQuery({ page: 1, search: number });
  const card = query.data?.cards.find((candidate) => candidate.number === number);
  // After the replacement the query no longer returns the card, so keep it.
  const [keptCard, setKeptCard] = useState<CompanyCardData>();
  if (keptCard === undefined && card !== undefined) setKeptCard(card);
  if (keptCard !== undefined) return <ReplaceEmployee card={keptCard} />;
  if (query.isError) {
    return <ErrorBox message={toFailure(query.error).message} onRetry={() => void query.refetch()} />;
  }
  if (query.isPending) return <Skeleton heights={['3rem', '20rem']} />;
  return (
    <EmptyState headingLevel={3} title="No Membership Found">
      It isn’t one of your company’s cards, or it was already replaced.
    </EmptyState>
  );
}

/** Shows the company's plan and its employees' cards (D31). */
export function OwnCompany() {
  const ownCompany = trpc.corporate.company.useQuery();
  if (ownCompany.data === undefined) {
    if (!ownCompany.isError) return <Skeleton heights={['2.25rem', '22rem', '2.25rem', '18rem']} />;
    return (
      <ErrorBox message={toFailure(ownCompany.error).message} onRetry={() => void ownCompany.refetch()} />
    );
  }
  const { company, plan } = ownCompany.data;
  if (company === null || plan === null) return <NoCards company={ownCompany.data} />;
  return (
    <>
      <CompanyPlan company={company} plan={plan} counts={ownCompany.data.counts} />
      <CompanyCards canChange={plan.canChange} canRemove={plan.canRemove} />
      <ReplaceModal />
      <EditCompanyModal company={company} />
      <AddCardsModal company={company} canChange={plan.canChange} />
    </>
  );
}

function NoCards({ company }: { company: CompanyData }) {
  return (
    <EmptyState
      title="Your company has no cards yet"
      action={
        <ButtonLink to={paths.buyCorporate()}>
          {company.company === null ? 'Buy corporate cards' : 'Continue your purchase'}
        </ButtonLink>
      }
    >
      Buy membership cards for your employees. You can then see them all here, replace an employee, and add
      cards.
      {company.minimumWaived ? ' With your business plan you can buy as few as you like.' : null}
    </EmptyState>
  );
}
