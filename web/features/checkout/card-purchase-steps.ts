import { z } from 'zod';
import { cardDetails, cardFamily, cardShipping } from '#server/checkout/card-purchase.schema.ts';
import type { WizardStep } from '#web/components/wizard/wizard-steps.ts';
import { cardFields } from '#web/features/payments/card-fields.schema.ts';
import type { CardPurchaseValues } from './card-purchase-values.ts';

export interface PurchaseSituation {
  family: boolean;
  signedIn: boolean;
  /** False where the server computed nothing due and the promo code carries the free flag (DESIGN D25). */
  cardNeeded: boolean;
}

export type CardPurchaseStep = WizardStep<CardPurchaseValues>;
export type CardPurchaseStepId = 'choose' | 'shipping' | 'family' | 'details' | 'payment';

const CHOOSE = 'Please choose how to continue';

/** A code that was typed must be applied or cleared: nobody pays the full price over a forgotten button. */
const appliedCode = z.object({ discountCode: z.string({ error: 'Apply this code, or clear the field' }) });

const paymentSchema = (cardNeeded: boolean) => (values: CardPurchaseValues) => {
  if (values.promoEntry.trim() !== '' && values.discountCode === null) return appliedCode;
  return cardNeeded ? cardFields : z.object({});
};

/** The pages of a card purchase in order, with what each asks for (SPEC section 2, card purchase flow, and section 5). */
export function cardPurchaseSteps(
  situation: PurchaseSituation,
): Record<CardPurchaseStepId, CardPurchaseStep> {
  const { family, signedIn, cardNeeded } = situation;
  return {
    choose: {
      id: 'choose',
      // Somebody who logged out, or in, since must choose again.
      schema: z.object({ buyer: z.literal(signedIn ? 'account' : 'guest', { error: CHOOSE }) }),
      fields: ['buyer'],
    },
    shipping: {
      id: 'shipping',
      schema: cardShipping,
      fields: Object.keys(cardShipping.shape),
    },
    family: {
      id: 'family',
      condition: () => family,
      schema: cardFamily,
      fields: Object.keys(cardFamily.shape),
    },
    details: {
      id: 'details',
      schema: cardDetails,
      fields: Object.keys(cardDetails.shape),
    },
    payment: {
      id: 'payment',
      schema: paymentSchema(cardNeeded),
      fields: ['discountCode', ...Object.keys(cardFields.shape)],
    },
  };
}
