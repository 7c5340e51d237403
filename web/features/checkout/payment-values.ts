import { z } from 'zod';
import type { TextVersion } from '#server/domains/content/content.schema.ts';
import { type CardFields, cardFields, emptyCard } from '#web/features/payments/card-fields.schema.ts';
import type { FormSchema } from '#web/ui/form/validation.ts';

export interface PaymentValues extends CardFields {
  /** The applied promo code, or null. `promoEntry` is the text in the promo code field. */
  discountCode: string | null;
  promoEntry: string;
  /** The version of each agreement that the buyer accepted. */
  acceptedTexts: TextVersion[];
}

export const emptyPayment: PaymentValues = {
  discountCode: null,
  promoEntry: '',
  acceptedTexts: [],
  ...emptyCard,
};

export const PAYMENT_FIELDS: readonly string[] = ['discountCode', ...Object.keys(cardFields.shape)];

/**
 * The buyer must apply or clear a promo code before paying. Otherwise a buyer who forgets to press Apply
 * would pay the full price.
 */
const appliedCode = z.object({ discountCode: z.string({ error: 'Apply this code, or clear the field' }) });

/** `cardNeeded` is false if nothing is due because the promo code makes the purchase free (D25). */
export function paymentSchema(cardNeeded: boolean): FormSchema<PaymentValues> {
  return ({ promoEntry, discountCode }) => {
    const isUnapplied = promoEntry.trim() !== '' && discountCode === null;
    return z.object({
      ...(isUnapplied ? appliedCode.shape : {}),
      ...(cardNeeded ? cardFields.shape : {}),
    });
  };
}
