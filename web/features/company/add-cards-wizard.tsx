import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Quote } from '#server/domains/catalog/quote.schema.ts';
import type { Company } from '#server/domains/memberships/company/company.schema.ts';
import type { CardHandle } from '#web/features/payments/card-form.tsx';
import { isRefusal } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useCompletion } from '#web/ui/wizard/use-completion.ts';
import { Wizard } from '#web/ui/wizard/wizard.tsx';
import { PURCHASE_ERROR_HEADER, presentFailure } from '../checkout/corporate/corporate-order.ts';
import { useCardPayment } from '../checkout/use-card-payment.ts';
import { usePromoCode } from '../checkout/use-promo-code.ts';
import { addCardsPages } from './add-cards-pages.tsx';
import { type AddCardsValues, buildAddCardsInput, DRAFT_ID, SECRET_FIELDS } from './add-cards-values.ts';

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
