import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Plan } from '#server/catalog/plan.schema.ts';
import type { Quote } from '#server/catalog/quote.schema.ts';
import type { Viewer } from '#server/viewer/viewer.schema.ts';
import { Wizard } from '#web/components/wizard/wizard.tsx';
import type { CardHandle } from '#web/features/payments/card-form.tsx';
import { isRefusal } from '#web/lib/errors.ts';
import { useAddressQuestion } from './address-question.tsx';
import { cardPurchasePages } from './card-purchase-pages.tsx';
import { type CardPurchaseValues, draftId, emptyPurchase, SECRET_FIELDS } from './card-purchase-values.ts';
import { purchaseErrorHeader, useCardPayment } from './use-card-payment.ts';
import { usePromoCode } from './use-promo-code.ts';

interface PurchaseWizardProps {
  plan: Plan;
  physicalCard: Plan;
  viewer: Viewer | null;
  /** Goes on with the same values under a new key. */
  onStartAgain(values: CardPurchaseValues): void;
}

/** The purchase's pages, held together by what they share: the price, the card, the questions in between. */
export function PurchaseWizard({ plan, physicalCard, viewer, onStartAgain }: PurchaseWizardProps) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const card = useRef<CardHandle>(null);
  const [quote, setQuote] = useState<Quote>();
  const address = useAddressQuestion();
  const promo = usePromoCode(plan.id);

  const payment = useCardPayment({
    plan,
    quote,
    accountId: viewer?.id ?? null,
    card,
    // In place of the payment page: Back must not lead to a button that buys again.
    onPaid: (id) => navigate({ search: `?plan=${plan.slug}&completed=${id}` }, { replace: true, state }),
  });

  const outcomeUnknown = payment.problem !== null && !isRefusal(payment.problem);
  return (
    <Wizard
      id={draftId(plan)}
      title={`Buy the ${plan.copy.title}`}
      initial={emptyPurchase}
      secret={SECRET_FIELDS}
      cartOf={() => quote?.totalCents}
      pages={cardPurchasePages({
        plan,
        physicalCard,
        viewer,
        cardNeeded: quote?.free !== true,
        address,
        payment: {
          plan,
          promo,
          card,
          problem: payment.problem,
          onQuote: setQuote,
          onStartAgain,
          onLeave: payment.forget,
        },
      })}
      labels={{ submit: outcomeUnknown ? 'Try again' : 'Purchase' }}
      errorHeader={purchaseErrorHeader}
      onSubmit={payment.submit}
    />
  );
}
