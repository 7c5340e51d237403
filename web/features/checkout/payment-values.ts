import { z } from 'zod';
import { type CardFields, cardFields, emptyCard } from '#web/features/payments/card-fields.schema.ts';
import type { FormSchema } from '#web/ui/form/validation.ts';

/** What the payment page of every purchase asks for. */
export interface PaymentValues extends CardFields {
  /** The promo code in force, and what stands in its field. */
  discountCode: string | null;
  promoEntry: string;
}

export const emptyPayment: PaymentValues = { discountCode: null, promoEntry: '', ...emptyCard };

/** The server's errors at these lead to the payment page. */
export const PAYMENT_FIELDS: readonly string[] = ['discountCode', ...Object.keys(cardFields.shape)];

/** A code that was typed must be applied or cleared: nobody pays the full price over a forgotten button. */
const appliedCode = z.object({ discountCode: z.string({ error: 'Apply this code, or clear the field' }) });

/** `cardNeeded` is false where the server computed nothing due and the promo code carries the free flag (D25). */
export function paymentSchema(cardNeeded: boolean): FormSchema<PaymentValues> {
  return ({ promoEntry, discountCode }) => {
    if (promoEntry.trim() !== '' && discountCode === null) return appliedCode;
    return cardNeeded ? cardFields : z.object({});
  };
}
