import { useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  type Company,
  companyDetails,
  MAX_PO_NUMBER_LENGTH,
} from '#server/domains/memberships/company/company.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import buttonClasses from '#web/ui/button.module.css';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { EmailField, PhoneField, TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import { CompletionFrame } from '../checkout/completion/completion-frame.tsx';
import { type AddCardsValues, DRAFT_ID, emptyAddCards, SECRET_FIELDS } from './add-cards-values.ts';
import { AddCardsWizard } from './add-cards-wizard.tsx';
import { CompanyCards } from './company-cards.tsx';
import type { CompanyCardData, CompanyData } from './company-data.ts';
import { CompanyPlan } from './company-plan.tsx';
import { useCompanySearchParams } from './company-search-params.ts';
import { ReplaceEmployee } from './replace-employee.tsx';

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

interface AddedCardsProps {
  purchaseId: string;
  onClose(): void;
}

function AddedCards({ purchaseId, onClose }: AddedCardsProps) {
  return (
    <CompletionFrame
      heading="You're all set!"
      text="The new cards are ready at the end of your list. We’re inviting everyone with an email address."
    >
      <Button onClick={onClose}>See your cards</Button>
      <a
        href={paths.receipt(purchaseId)}
        target="_blank"
        rel="noopener"
        className={buttonClasses.button}
        data-variant="secondary"
      >
        View/Print Your Receipt
      </a>
    </CompletionFrame>
  );
}

interface AddCardsProps {
  company: Company;
  onClose(): void;
}

function AddCards({ company, onClose }: AddCardsProps) {
  const [params] = useSearchParams();
  const [run, setRun] = useState(() => ({ round: 0, initial: emptyAddCards() }));
  const completedPurchaseId = params.get('completed');
  if (completedPurchaseId !== null) return <AddedCards purchaseId={completedPurchaseId} onClose={onClose} />;

  function startAgain(values: AddCardsValues) {
    writeDraft(sessionStorage, DRAFT_ID, { values, submission: newSubmissionKey() }, SECRET_FIELDS);
    setRun({ round: run.round + 1, initial: values });
  }

  return <AddCardsWizard key={run.round} company={company} initial={run.initial} onStartAgain={startAgain} />;
}

interface AddCardsModalProps {
  company: Company;
  canChange: boolean;
}

/** Opens when the URL has `?add=cards`. */
function AddCardsModal({ company, canChange }: AddCardsModalProps) {
  const { isAdding } = useCompanySearchParams();
  const close = useCloseModal(paths.company());
  const [wasOpened, setWasOpened] = useState(isAdding);
  if (isAdding && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <ModalRoute opened={isAdding} title="Add cards" closePath={paths.company()} size="lg">
      {canChange ? (
        <AddCards company={company} onClose={close} />
      ) : (
        <EmptyState headingLevel={3} title="You can’t add cards right now">
          You can add cards while your plan is paid and set to renew. If you need help, please contact
          customer support.
        </EmptyState>
      )}
    </ModalRoute>
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
