import { useState } from 'react';
import { toFailure } from '#web/lib/errors.ts';
import type { PaymentValues } from './payment-values.ts';

/** Has the server price the cart with a code; it refuses one that does not hold. */
export type PriceWith = (code: string) => Promise<unknown>;

/** Applies what stands in the promo code field: the server prices the cart with it, or says what is wrong. */
export function usePromoCode() {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ entry: string; message: string } | null>(null);

  /** The values to go on with: the code in force, or none where it was refused. */
  async function apply(promoEntry: string, priceWith: PriceWith): Promise<Partial<PaymentValues>> {
    const code = promoEntry.trim().toUpperCase();
    setFailed(null);
    if (code === '') return { promoEntry: '', discountCode: null };
    setBusy(true);
    try {
      await priceWith(code);
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
