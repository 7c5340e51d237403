import { type ReactNode, useRef, useState } from 'react';
import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import type { Quote } from '#server/domains/catalog/quote.schema.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import type { CardHandle } from '#web/features/payments/card-form.tsx';
import { isRefusal, toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useCompletion } from '#web/ui/wizard/use-completion.ts';
import { Wizard } from '#web/ui/wizard/wizard.tsx';
import { SubmissionCanceled } from '#web/ui/wizard/wizard-page.ts';
import { useAddressQuestion } from '../address-question.tsx';
import { useCardPayment } from '../use-card-payment.ts';
import { usePromoCode } from '../use-promo-code.ts';
import { useReferenceLookup } from '../use-reference-lookup.ts';
import { buildCardPurchaseInput, presentFailure, purchaseErrorHeader } from './card-purchase-order.ts';
import { cardPurchasePages } from './card-purchase-pages.tsx';
import { type CardPurchaseValues, draftId, emptyPurchase, SECRET_FIELDS } from './card-purchase-values.ts';

interface Question {
  answer(isConfirmed: boolean): void;
}

interface SecondCardQuestion {
  /** Resolves to true if the buyer answers yes. */
  ask(text: string): Promise<boolean>;
  dialog: ReactNode;
}

/** Asks a buyer who already has this membership whether to buy another one (D54). */
function useSecondCardQuestion(): SecondCardQuestion {
  const [question, setQuestion] = useState<Question | null>(null);
  // Keeps the text while the dialog fades out.
  const [shownText, setShownText] = useState('');

  async function ask(text: string): Promise<boolean> {
    setShownText(text);
    const isConfirmed = await new Promise<boolean>((answer) => setQuestion({ answer }));
    setQuestion(null);
    return isConfirmed;
  }

  const dialog = (
    <ConfirmDialog
      opened={question !== null}
      title="You already have this membership"
      confirmLabel="Yes, buy another"
      cancelLabel="No, go back"
      onConfirm={() => question?.answer(true)}
      onCancel={() => question?.answer(false)}
    >
      <p>{shownText}</p>
    </ConfirmDialog>
  );
  return { ask, dialog };
}

interface CardPurchaseWizardProps {
  plan: Plan;
  physicalCard: Plan;
  viewer: Viewer | null;
  /** Restarts the wizard with the same values and a new idempotency key. */
  onStartAgain(values: CardPurchaseValues): void;
}

export function CardPurchaseWizard({ plan, physicalCard, viewer, onStartAgain }: CardPurchaseWizardProps) {
  const complete = useCompletion();
  const card = useRef<CardHandle>(null);
  const [quote, setQuote] = useState<Quote>();
  const address = useAddressQuestion();
  const promo = usePromoCode();
  const reference = useReferenceLookup();
  const secondCard = useSecondCardQuestion();

  const utils = trpc.useUtils();
  const buyCard = trpc.checkout.buyCard.useMutation();
  const payment = useCardPayment<CardPurchaseValues>({
    quote,
    card,
    buy: async (submission) => {
      const input = buildCardPurchaseInput({ ...submission, plan, accountId: viewer?.id ?? null });
      try {
        return await buyCard.mutateAsync(input);
      } catch (error) {
        const { code, message } = toFailure(error);
        if (code !== 'PLAN_ALREADY_HELD') throw error;
        if (!(await secondCard.ask(message))) throw new SubmissionCanceled();
        return buyCard.mutateAsync({ ...input, buyAnother: true });
      }
    },
    presentFailure,
    onProblem: async ({ code }) => {
      if (code === 'ACCOUNT_MISMATCH') await utils.viewer.user.invalidate();
      // Fetch the new price. The next press of the button accepts it.
      if (code === 'PRICE_CHANGED') await utils.checkout.quote.invalidate();
    },
    onPaid: (id) => complete(`?plan=${plan.slug}&completed=${id}`),
  });

  const mayHaveBeenCharged = payment.problem !== null && !isRefusal(payment.problem);
  return (
    <>
      <Wizard
        id={draftId(plan)}
        title={`Buy the ${plan.copy.title}`}
        initial={emptyPurchase}
        secretPaths={SECRET_FIELDS}
        cartOf={() => quote?.totalCents}
        pages={cardPurchasePages({
          plan,
          physicalCard,
          viewer,
          cardNeeded: quote?.free !== true,
          address,
          reference,
          payment: {
            promo,
            card,
            problem: payment.problem,
            onQuote: setQuote,
            onStartAgain,
            onLeave: payment.clearProblem,
          },
        })}
        labels={{ submit: mayHaveBeenCharged ? 'Try again' : 'Purchase' }}
        errorHeader={purchaseErrorHeader}
        onSubmit={payment.submit}
      />
      {secondCard.dialog}
    </>
  );
}
