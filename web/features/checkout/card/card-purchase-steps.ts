import { z } from 'zod';
import { cardDetails, cardShipping } from '#server/domains/checkout/kinds/card/card-purchase.schema.ts';
import { familyNames } from '#server/domains/memberships/family.schema.ts';
import type { WizardStep } from '#web/ui/wizard/wizard-steps.ts';
import { PAYMENT_FIELDS, paymentSchema } from '../payment-values.ts';
import { withChosenReference } from '../reference-values.ts';
import type { CardPurchaseValues } from './card-purchase-values.ts';

export interface CardPurchaseStepConditions {
  family: boolean;
  signedIn: boolean;
  /** False if nothing is due because the promo code makes the purchase free (D25). */
  cardNeeded: boolean;
}

export type CardPurchaseStep = WizardStep<CardPurchaseValues>;
export type CardPurchaseStepId = 'choose' | 'shipping' | 'family' | 'details' | 'payment';

const BUYER_REQUIRED = 'Please choose how to continue';

export function cardPurchaseSteps(
  conditions: CardPurchaseStepConditions,
): Record<CardPurchaseStepId, CardPurchaseStep> {
  const { family, signedIn, cardNeeded } = conditions;
  return {
    choose: {
      id: 'choose',
      // A buyer who has logged in or out since choosing must choose again.
      schema: z.object({ buyer: z.literal(signedIn ? 'account' : 'guest', { error: BUYER_REQUIRED }) }),
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
      schema: familyNames,
      fields: Object.keys(familyNames.shape),
    },
    details: {
      id: 'details',
      schema: withChosenReference(cardDetails),
      fields: Object.keys(cardDetails.shape),
    },
    payment: {
      id: 'payment',
      schema: paymentSchema(cardNeeded),
      fields: PAYMENT_FIELDS,
    },
  };
}
