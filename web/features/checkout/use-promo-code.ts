import { useState } from 'react';
import { readPromoCode } from '#server/lib/readers/promo-code.ts';
import { toFailure } from '#web/lib/errors.ts';
import type { PaymentValues } from './payment-values.ts';

/** Quotes the cart with a promo code. Rejects if the code is not valid. */
export type QuoteWithCode = (code: string) => Promise<unknown>;

export function usePromoCode() {
  const [busy, setBusy] = useState(false);
  const [failedCode, setFailedCode] = useState<{ entry: string; message: string } | null>(null);

  /**
   * Returns the form values to set. `discountCode` is the applied code, or null if it couldn't be applied.
   */
  async function apply(promoEntry: string, quoteWithCode: QuoteWithCode): Promise<Partial<PaymentValues>> {
    const reading = readPromoCode(promoEntry);
    if ('error' in reading) {
      setFailedCode({ entry: promoEntry, message: reading.error });
      return { discountCode: null };
    }
    const code = reading.value;
    setFailedCode(null);
    if (code === '') return { promoEntry: '', discountCode: null };
    setBusy(true);
    try {
      await quoteWithCode(code);
      return { promoEntry: code, discountCode: code };
    } catch (error) {
      const { fieldErrors, message } = toFailure(error);
      setFailedCode({ entry: promoEntry, message: fieldErrors.discountCode ?? message });
      return { discountCode: null };
    } finally {
      setBusy(false);
    }
  }

  return {
    apply,
    busy,
    /** Shows an error for an applied code that is no longer valid. */
    showError: (entry: string, message: string) => setFailedCode({ entry, message }),
    /** Returns the error of the last code that couldn't be applied, if the field still contains that code. */
    errorFor: (entry: string) => (failedCode?.entry === entry ? failedCode.message : undefined),
  };
}

export type PromoCodeEntry = ReturnType<typeof usePromoCode>;
