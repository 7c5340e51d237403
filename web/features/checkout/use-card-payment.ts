import { type RefObject, useCallback, useState } from 'react';
import type { Plan } from '#server/catalog/plan.schema.ts';
import type { Quote } from '#server/catalog/quote.schema.ts';
import type { Submission } from '#web/components/wizard/wizard-page.ts';
import type { CardHandle } from '#web/features/payments/card-form.tsx';
import { FALLBACK_MESSAGE, type Failure, toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { type CardPurchaseValues, purchaseInput } from './card-purchase-values.ts';

const failure = (code: string, message: string): Failure => ({
  code,
  message,
  fieldErrors: {},
  requestId: undefined,
});

const SESSION_OVER = 'You are not logged in any more. Please choose how to continue.';

/** Stands where the server said nothing (SPEC section 8, card purchase failure). */
export const NO_MESSAGE = 'No error';

/** The first message of the server, or 'No error' if there is none. */
function asShown(found: Failure): Failure {
  if (found.code === 'ACCOUNT_MISMATCH') return { ...found, fieldErrors: { buyer: SESSION_OVER } };
  const silent =
    found.code === 'NETWORK' || (found.code === 'UNEXPECTED' && found.message === FALLBACK_MESSAGE);
  return silent ? { ...found, message: NO_MESSAGE } : found;
}

interface CardPayment {
  plan: Plan;
  quote: Quote | undefined;
  accountId: string | null;
  card: RefObject<CardHandle | null>;
  onPaid(purchaseId: string): void;
}

/** Tokenises the card, buys, and lets the bank ask its question in place (DESIGN section 4). */
export function useCardPayment({ plan, quote, accountId, card, onPaid }: CardPayment) {
  const utils = trpc.useUtils();
  const buyCard = trpc.checkout.buyCard.useMutation();
  const confirmCard = trpc.checkout.confirmCard.useMutation();
  const [problem, setProblem] = useState<Failure | null>(null);

  async function tokenFor({ stripeName, stripeZip }: CardPurchaseValues, free: boolean): Promise<string> {
    if (free) return 'none';
    if (card.current === null) throw failure('CARD_NOT_READ', 'The card fields are not ready yet.');
    return card.current.tokenize({ name: stripeName, zip: stripeZip });
  }

  async function pay({ values, idempotencyKey }: Submission<CardPurchaseValues>): Promise<string> {
    if (quote === undefined) throw failure('PRICE_UNKNOWN', 'The price is not known yet.');
    // Held on to: the bank's answer counts even if the page is left meanwhile.
    const handle = card.current;
    const token = await tokenFor(values, quote.free);
    const sent = { plan, values, accountId, token, idempotencyKey, shownTotalCents: quote.totalCents };
    const bought = await buyCard.mutateAsync(purchaseInput(sent));
    if (bought.status === 'paid') return bought.purchaseId;
    await handle?.authenticate(bought.clientSecret);
    const confirmed = await confirmCard.mutateAsync({ purchaseId: bought.purchaseId });
    if (confirmed.status === 'paid') return confirmed.purchaseId;
    throw failure('PAYMENT_UNCONFIRMED', 'Your bank has not confirmed the payment yet. Nothing was charged.');
  }

  async function submit(submission: Submission<CardPurchaseValues>): Promise<void> {
    setProblem(null);
    try {
      onPaid(await pay(submission));
    } catch (error) {
      const found = asShown(toFailure(error));
      setProblem(found);
      if (found.code === 'ACCOUNT_MISMATCH') await utils.viewer.user.invalidate();
      // The new price is shown at once, and the next press of the button agrees to it.
      if (found.code === 'PRICE_CHANGED') await utils.checkout.quote.invalidate();
      throw found;
    }
  }

  const forget = useCallback(() => setProblem(null), []);
  return { submit, problem, forget };
}

/** Heads the red box (SPEC section 8). */
export function purchaseErrorHeader({ code }: Failure): string {
  return code === 'CARD_INVALID' ? 'There was an problem' : 'There was an Problem with your purchase';
}
