import { z } from 'zod';
import { type CardFields, cardFields, emptyCard } from '#web/features/payments/card-fields.schema.ts';
import type { FormSchema } from '#web/ui/form/validation.ts';

/** The fields of every payment page. */
export interface PaymentValues extends CardFields {
  /** The applied promo code. `promoEntry` is the text in its field. */
  discountCode: string | null;
  promoEntry: string;
}

export const emptyPayment: PaymentValues = { discountCode: null, promoEntry: '', ...emptyCard };

export const PAYMENT_FIELDS: readonly string[] = ['discountCode', ...Object.keys(cardFields.shape)];

/** A typed code must be applied or cleared, so that nobody pays the full price because they forgot to press Apply. */
const appliedCode = z.object({ discountCode: z.string({ error: 'Apply this code, or clear the field' }) });

/** `cardNeeded` is false if nothing is due and the promo code makes the purchase free (D25). */
export function paymentSchema(cardNeeded: boolean): FormSchema<PaymentValues> {
  return ({ promoEntry, discountCode }) => {
    const isUnapplied = promoEntry.trim() !== '' && discountCode === null;
    return z.object({
      ...(isUnapplied ? appliedCode.shape : {}),
      ...(cardNeeded ? cardFields.shape : {}),
    });
  };
}
