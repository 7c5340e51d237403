import { type RefObject, useCallback, useState } from 'react';
import type { Quote } from '#server/catalog/quote.schema.ts';
import type { PurchaseResult } from '#server/checkout/purchase/purchase.schema.ts';
import type { CardHandle } from '#web/features/payments/card-form.tsx';
import { type Failure, toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import type { Submission } from '#web/ui/wizard/wizard-page.ts';
import type { PaymentValues } from './payment-values.ts';

const failure = (code: string, message: string): Failure => ({
  code,
  message,
  fieldErrors: {},
  requestId: undefined,
});

/** The client's own word for a card that it could not read, and for a bank that said no in the browser. */
export const CARD_NOT_READ = 'CARD_NOT_READ';

/** Nobody said how it ended: no answer came, or none that we know. */
export function isSilent({ code }: Failure): boolean {
  return code === 'NETWORK' || code === 'UNEXPECTED';
}

/** All that a purchase's call needs beside what its wizard knows anyway. */
export interface Sending<V> extends Submission<V> {
  token: string;
  shownTotalCents: number;
}

interface CardPayment<V extends PaymentValues> {
  quote: Quote | undefined;
  card: RefObject<CardHandle | null>;
  /** The purchase's own call. */
  buy(sent: Sending<V>): Promise<PurchaseResult>;
  /** The purchase's own words for what went wrong (SPEC section 8). */
  asShown(found: Failure): Failure;
  /** What must be fetched anew after it. */
  onProblem(found: Failure): Promise<void>;
  onPaid(purchaseId: string): void;
}

/** Tokenises the card, buys, and lets the bank ask its question in place (DESIGN section 4). */
export function useCardPayment<V extends PaymentValues>(purchase: CardPayment<V>) {
  const { quote, card, buy, asShown, onProblem, onPaid } = purchase;
  const confirmCard = trpc.checkout.confirmCard.useMutation();
  const [problem, setProblem] = useState<Failure | null>(null);

  async function tokenFor({ stripeName, stripeZip }: V, free: boolean): Promise<string> {
    if (free) return 'none';
    if (card.current === null) throw failure(CARD_NOT_READ, 'The card fields are not ready yet.');
    return card.current.tokenize({ name: stripeName, zip: stripeZip });
  }

  async function pay({ values, idempotencyKey }: Submission<V>): Promise<string> {
    if (quote === undefined) throw failure('PRICE_UNKNOWN', 'The price is not known yet.');
    // Held on to: the bank's answer counts even if the page is left meanwhile.
    const handle = card.current;
    const token = await tokenFor(values, quote.free);
    const bought = await buy({ values, idempotencyKey, token, shownTotalCents: quote.totalCents });
    if (bought.status === 'paid') return bought.purchaseId;
    await handle?.authenticate(bought.clientSecret);
    const confirmed = await confirmCard.mutateAsync({ purchaseId: bought.purchaseId });
    if (confirmed.status === 'paid') return confirmed.purchaseId;
    throw failure('PAYMENT_UNCONFIRMED', 'Your bank has not confirmed the payment yet. Nothing was charged.');
  }

  async function submit(submission: Submission<V>): Promise<void> {
    setProblem(null);
    try {
      onPaid(await pay(submission));
    } catch (error) {
      const found = asShown(toFailure(error));
      setProblem(found);
      await onProblem(found);
      throw found;
    }
  }

  const forget = useCallback(() => setProblem(null), []);
  return { submit, problem, forget };
}
