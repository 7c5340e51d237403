import { keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Quote } from '#server/domains/catalog/quote.schema.ts';
import { countCards } from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import type { Company } from '#server/domains/memberships/company/company.schema.ts';
import { formatLongDate } from '#server/lib/dates.ts';
import type { CardHandle } from '#web/features/payments/card-form.tsx';
import { isRefusal, toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Money } from '#web/ui/money.tsx';
import { useCompletion } from '#web/ui/wizard/use-completion.ts';
import { Wizard } from '#web/ui/wizard/wizard.tsx';
import type { WizardForm, WizardPage } from '#web/ui/wizard/wizard-page.ts';
import { PURCHASE_ERROR_HEADER, presentFailure } from '../checkout/corporate/corporate-order.ts';
import { employeesSchema } from '../checkout/corporate/employees/employee-errors.ts';
import { type EmployeeValues, employeeName } from '../checkout/corporate/employees/employee-values.ts';
import { EmployeesPage } from '../checkout/corporate/employees/employees-page.tsx';
import { billingZip, type PaymentState, PaymentStep } from '../checkout/payment-step.tsx';
import { PAYMENT_FIELDS, paymentSchema } from '../checkout/payment-values.ts';
import { joinTexts } from '../checkout/summary/review-texts.ts';
import { useCardPayment } from '../checkout/use-card-payment.ts';
import { usePromoCode } from '../checkout/use-promo-code.ts';
import { type AddCardsValues, buildAddCardsInput, DRAFT_ID, SECRET_FIELDS } from './add-cards-values.ts';

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
      <Money cents={quote.totalCents} /> now, for {days} of {periodDays} days until {renewalDay}; then{' '}
      <Money cents={yearlyCents} /> more each year
    </p>
  );
}

interface PageOptions {
  company: Company;
  cardNeeded: boolean;
  payment: PaymentState<AddCardsValues>;
}

type Page = WizardPage<AddCardsValues>;

/** Waives the minimum number of cards, which applies only to a new plan. */
function addCardsPages({ company, cardNeeded, payment }: PageOptions): readonly [Page, ...Page[]] {
  return [
    {
      id: 'employees',
      title: 'Employees',
      summarize: ({ employees }) => joinTexts(...employees.map(employeeName)),
      schema: ({ employees }) => employeesSchema(employees, true),
      fields: ['employees'],
      render: ({ values, set }) => (
        <EmployeesPage
          employees={values.employees}
          minimumWaived
          companyName={company.name}
          price={values.employees.length === 0 ? null : <SeatsPrice employees={values.employees} />}
          onChange={(employees) => set({ employees })}
        />
      ),
    },
    {
      id: 'payment',
      title: 'Payment',
      schema: paymentSchema(cardNeeded),
      fields: PAYMENT_FIELDS,
      render: (form) => <PaymentPage form={form} company={company} payment={payment} />,
    },
  ];
}

interface PaymentPageProps extends Pick<PageOptions, 'company' | 'payment'> {
  form: WizardForm<AddCardsValues>;
}

function PaymentPage({ form, company, payment }: PaymentPageProps) {
  const { data, isPlaceholderData, error, refetch } = useSeatsQuote(form.values.employees);
  return (
    <>
      <SeatsPrice employees={form.values.employees} />
      <PaymentStep
        {...payment}
        form={form}
        query={{ data: data?.quote, isPlaceholderData, error, refetch }}
        subject="company-seats"
        holder={{ name: company.name, zip: billingZip(company) }}
        onStartAgain={() => payment.onStartAgain(form.values)}
      />
    </>
  );
}

interface AddCardsWizardProps {
  company: Company;
  initial: AddCardsValues;
  /** Restarts the wizard with the same values and a new idempotency key. */
  onStartAgain(values: AddCardsValues): void;
}

export function AddCardsWizard({ company, initial, onStartAgain }: AddCardsWizardProps) {
  const complete = useCompletion();
  const { search } = useLocation();
  const utils = trpc.useUtils();
  const card = useRef<CardHandle>(null);
  const [quote, setQuote] = useState<Quote>();
  const promo = usePromoCode();
  const addSeats = trpc.corporate.addSeats.useMutation();

  const payment = useCardPayment<AddCardsValues>({
    quote,
    card,
    buy: (submission) => addSeats.mutateAsync(buildAddCardsInput(submission)),
    presentFailure,
    onProblem: async ({ code }) => {
      if (code === 'NOT_SIGNED_IN') await utils.viewer.user.invalidate();
      if (code === 'CORPORATE_PLAN_INACTIVE') await utils.corporate.company.invalidate();
      // Fetch the new price. The next press of the button accepts it.
      if (code === 'PRICE_CHANGED') await utils.corporate.seatsQuote.invalidate();
    },
    onPaid: (id) => {
      const params = new URLSearchParams(search);
      params.delete('step');
      params.set('completed', id);
      complete(`?${params}`);
      void utils.corporate.invalidate();
    },
  });

  const mayHaveBeenCharged = payment.problem !== null && !isRefusal(payment.problem);
  return (
    <Wizard
      id={DRAFT_ID}
      title="Add cards"
      initial={initial}
      secretPaths={SECRET_FIELDS}
      cartOf={() => quote?.totalCents}
      pages={addCardsPages({
        company,
        cardNeeded: quote?.free !== true,
        payment: {
          promo,
          card,
          problem: payment.problem,
          onQuote: setQuote,
          onStartAgain,
          onLeave: payment.clearProblem,
        },
      })}
      labels={{ next: 'Continue', submit: mayHaveBeenCharged ? 'Try again' : 'Submit' }}
      errorHeader={PURCHASE_ERROR_HEADER}
      onSubmit={payment.submit}
    />
  );
}
