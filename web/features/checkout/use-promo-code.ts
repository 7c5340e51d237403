import { useState } from 'react';
import { cardPlan } from '#server/checkout/card-purchase.schema.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import type { CardPurchaseValues } from './card-purchase-values.ts';

type Cart = Pick<CardPurchaseValues, 'requestedPhysicalCard' | 'promoEntry'>;

/** Applies what stands in the promo code field: the server prices the cart with it, or says what is wrong. */
export function usePromoCode(planId: number) {
  const utils = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ entry: string; message: string } | null>(null);

  /** The values to go on with: the code in force, or none where it was refused. */
  async function apply({ requestedPhysicalCard, promoEntry }: Cart): Promise<Partial<CardPurchaseValues>> {
    const code = promoEntry.trim().toUpperCase();
    setFailed(null);
    if (code === '') return { promoEntry: '', discountCode: null };
    setBusy(true);
    try {
      await utils.checkout.quote.fetch({
        plan: cardPlan.parse(planId),
        requestedPhysicalCard,
        discountCode: code,
      });
      return { promoEntry: code, discountCode: code };
    } catch (error) {
      const { fieldErrors, message } = toFailure(error);
      setFailed({ entry: promoEntry, message: fieldErrors.discountCode ?? message });
      return { discountCode: null };
    } finally {
      setBusy(false);
    }
  }

  return {
    apply,
    busy,
    /** A code that was good once and is not any more. */
    refuse: (entry: string, message: string) => setFailed({ entry, message }),
    /** What the server said of this entry; nothing of another one. */
    errorFor: (entry: string) => (failed?.entry === entry ? failed.message : undefined),
  };
}

export type PromoCodeEntry = ReturnType<typeof usePromoCode>;
