import { useRef, useState } from 'react';
import type { Quote } from '#server/domains/catalog/quote.schema.ts';
import type { CardHandle } from '#web/features/payments/card-form.tsx';
import { isRefusal } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import { useCompletion } from '#web/ui/wizard/use-completion.ts';
import { Wizard } from '#web/ui/wizard/wizard.tsx';
import { useAddressQuestion } from '../../checkout/address-question.tsx';
import { presentFailure, purchaseErrorHeader } from '../../checkout/card/card-purchase-order.ts';
import { SECRET_FIELDS } from '../../checkout/card/card-purchase-values.ts';
import { emptyPayment } from '../../checkout/payment-values.ts';
import { useCardPayment } from '../../checkout/use-card-payment.ts';
import { usePromoCode } from '../../checkout/use-promo-code.ts';
import { buildCardAddressValues, type CardHolder, type PhysicalCardView } from './card-address-values.ts';
import classes from './physical-card.module.css';
import { type ReplacementValues, replacementPages } from './replacement-pages.tsx';

interface ReplacementProps {
  card: PhysicalCardView;
  holder: CardHolder;
}

const draftId = ({ number }: PhysicalCardView) => `card-replacement-${number}`;

export function Replacement(props: ReplacementProps) {
  const [run, setRun] = useState(0);
  function startAgain(values: ReplacementValues) {
    const draft = { values, submission: newSubmissionKey() };
    writeDraft(sessionStorage, draftId(props.card), draft, SECRET_FIELDS);
    setRun(run + 1);
  }
  return (
    <div className={classes.page}>
      <h2>Order a replacement</h2>
      <div>
        <ReplacementWizard key={run} {...props} onStartAgain={startAgain} />
      </div>
    </div>
  );
}

interface ReplacementWizardProps extends ReplacementProps {
  /** Restarts the wizard with the same values and a new idempotency key. */
  onStartAgain(values: ReplacementValues): void;
}

function ReplacementWizard({ card, holder, onStartAgain }: ReplacementWizardProps) {
  const complete = useCompletion();
  const utils = trpc.useUtils();
  const cardHandle = useRef<CardHandle>(null);
  const [quote, setQuote] = useState<Quote>();
  const address = useAddressQuestion();
  const promo = usePromoCode();
  const buyReplacement = trpc.physicalCards.buyReplacement.useMutation();

  const payment = useCardPayment<ReplacementValues>({
    quote,
    card: cardHandle,
    buy: ({ values, ...submission }) => {
      const { street1, street2, city, state, zip, country } = values;
      return buyReplacement.mutateAsync({
        ...holder,
        street1,
        street2,
        city,
        state,
        zip,
        country,
        ...submission,
      });
    },
    presentFailure,
    onProblem: async ({ code }) => {
      // Fetch the new price. The next press of the button accepts it.
      if (code === 'PRICE_CHANGED') await utils.physicalCards.replacementQuote.invalidate();
    },
    onPaid: (id) => {
      complete(`?completed=${id}`);
      void utils.physicalCards.invalidate();
    },
  });

  const isOutcomeUncertain = payment.problem !== null && !isRefusal(payment.problem);
  return (
    <Wizard
      id={draftId(card)}
      title="Order a replacement card"
      initial={{ ...emptyPayment, ...buildCardAddressValues(card) }}
      secretPaths={SECRET_FIELDS}
      cartOf={() => quote?.totalCents}
      pages={replacementPages({
        recipient: card.recipient,
        cardNeeded: quote?.free !== true,
        address,
        payment: {
          promo,
          card: cardHandle,
          problem: payment.problem,
          onQuote: setQuote,
          onStartAgain,
          onLeave: payment.clearProblem,
        },
      })}
      labels={{ submit: isOutcomeUncertain ? 'Try again' : 'Purchase' }}
      errorHeader={purchaseErrorHeader}
      onSubmit={payment.submit}
    />
  );
}
