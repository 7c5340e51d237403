import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { addSeatsInput } from '#server/domains/checkout/kinds/company-seats/company-seats.schema.ts';
import { countCards } from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import type { Company } from '#server/domains/memberships/company/company.schema.ts';
import { formatLongDate } from '#server/lib/dates.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import buttonClasses from '#web/ui/button.module.css';
import { Button } from '#web/ui/button.tsx';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import { Money } from '#web/ui/money.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { withoutStep } from '#web/ui/wizard/use-completion.ts';
import { PURCHASE_ERROR_HEADER, presentFailure } from '../checkout/company/company-values.ts';
import { employeesSchema } from '../checkout/company/employees/employee-errors.ts';
import {
  type EmployeeValues,
  employeeName,
  emptyEmployee,
} from '../checkout/company/employees/employee-values.ts';
import { EmployeesPage } from '../checkout/company/employees/employees-page.tsx';
import { CompletionFrame } from '../checkout/completion/completion-frame.tsx';
import { billingZip, type PaymentDetails } from '../checkout/payment-step.tsx';
import { emptyPayment, type PaymentValues } from '../checkout/payment-values.ts';
import { WizardLoading } from '../checkout/purchase-modal.tsx';
import { type PurchasePage, paymentPage } from '../checkout/purchase-page.tsx';
import { joinTexts } from '../checkout/summary/review-texts.ts';
import { LOAD_ONCE, PurchaseWizard } from '../checkout/use-purchase-wizard.tsx';
import { useCompanySearchParams } from './company-search-params.ts';

interface AddCardsValues extends PaymentValues {
  employees: EmployeeValues[];
  keepsRepeated: boolean;
}

interface AddCardsContext {
  company: Company;
  cardPeople: RouterOutputs['corporate']['cardPeople'];
}

/** Fetches the price of additional cards, due now and at each renewal (D44). */
function useSeatsQuote(employees: readonly EmployeeValues[]) {
  return trpc.corporate.seatsQuote.useQuery(countCards(employees), { placeholderData: keepPreviousData });
}

function SeatsPrice({ employees }: { employees: readonly EmployeeValues[] }) {
  const { data, error } = useSeatsQuote(employees);
  if (error !== null) return <p>{toFailure(error).message}</p>;
  if (data === undefined) return null;
  const { quote, days, periodDays, until, yearlyCents } = data;
  const renewalDay = formatLongDate(new Date(until));
  return (
    <p>
      <Money cents={quote.totalCents} /> now, for {days} of {periodDays} days until {renewalDay};{' '}
      {yearlyCents === 0 ? (
        'your plan ends then'
      ) : (
        <>
          then <Money cents={yearlyCents} /> more each year
        </>
      )}
    </p>
  );
}

/** Waives the minimum number of cards, which applies only to a new plan. */
function addCardsSteps(
  cardNeeded: boolean,
  cardPeople: AddCardsContext['cardPeople'],
): Record<'employees' | 'payment', PurchasePage<AddCardsValues, AddCardsContext>> {
  return {
    employees: {
      id: 'employees',
      title: 'Employees',
      schema: ({ employees, keepsRepeated }) =>
        employeesSchema(employees, { minimumWaived: true, keepsRepeated, cardPeople }),
      fields: ['employees', 'keepsRepeated'],
      summarize: ({ employees }) => joinTexts(...employees.map(employeeName)),
      render: ({ values, set }, { company }) => (
        <EmployeesPage
          employees={values.employees}
          minimumWaived
          keepsRepeated={values.keepsRepeated}
          cardPeople={cardPeople}
          companyName={company.name}
          price={values.employees.length === 0 ? null : <SeatsPrice employees={values.employees} />}
          onChange={(employees) => set({ employees, keepsRepeated: false })}
        />
      ),
    },
    payment: paymentPage(cardNeeded, usePaymentDetails),
  };
}

function usePaymentDetails({ employees }: AddCardsValues, { company }: AddCardsContext): PaymentDetails {
  const { data, isPlaceholderData, error, refetch } = useSeatsQuote(employees);
  return {
    lead: <SeatsPrice employees={employees} />,
    query: { data: data?.quote, isPlaceholderData, error, refetch },
    subject: 'company-seats',
    holder: { name: company.name, zip: billingZip(company) },
  };
}

function AddCardsWizard({ company, cardPeople }: AddCardsContext) {
  const { search } = useLocation();
  const utils = trpc.useUtils();
  const addSeats = trpc.corporate.addSeats.useMutation();
  const [initial] = useState(() => ({ employees: [emptyEmployee()], keepsRepeated: false, ...emptyPayment }));
  return (
    <PurchaseWizard
      draftId="company-cards"
      title="Add cards"
      initial={initial}
      pages={(cardNeeded) => addCardsSteps(cardNeeded, cardPeople)}
      context={{ company, cardPeople }}
      search={withoutStep(search)}
      // The schema drops fields of hidden sections, such as the family of an individual card.
      buy={({ values: { employees, keepsRepeated }, ...payment }) =>
        addSeats.mutateAsync(addSeatsInput.parse({ employees, keepsRepeated, ...payment }))
      }
      presentFailure={presentFailure}
      errorHeader={PURCHASE_ERROR_HEADER}
      labels={{ next: 'Continue', submit: 'Submit' }}
      onPaid={() => void utils.corporate.invalidate()}
    />
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
  const completedPurchaseId = useSearchParams()[0].get('completed');
  const people = trpc.corporate.cardPeople.useQuery(undefined, {
    ...LOAD_ONCE,
    enabled: completedPurchaseId === null,
  });
  if (completedPurchaseId !== null) return <AddedCards purchaseId={completedPurchaseId} onClose={onClose} />;
  if (people.data === undefined) return <WizardLoading queries={[people]} />;
  return <AddCardsWizard company={company} cardPeople={people.data} />;
}

interface AddCardsModalProps {
  company: Company;
  canChange: boolean;
}

/** Opens when the URL has `?add=cards`. */
export function AddCardsModal({ company, canChange }: AddCardsModalProps) {
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
          You can add cards while your plan is paid. If you need help, please contact customer support.
        </EmptyState>
      )}
    </ModalRoute>
  );
}
