import { z } from 'zod';
import type { AffiliateRole } from '#server/affiliates/affiliate.schema.ts';
import {
  affiliateFamily,
  affiliateInformation,
  affiliateReference,
  affiliateTaxForm,
  loyaltyInformation,
  membershipChoice,
  type TaxFormAsked,
  taxFormAsked,
} from '#server/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import type { WizardStep } from '#web/ui/wizard/wizard-steps.ts';
import { PAYMENT_FIELDS, paymentSchema } from '../payment-values.ts';
import { type AffiliateValues, DONATES, FAMILY, INDIVIDUAL } from './affiliate-values.ts';

export interface AffiliateSituation {
  role: AffiliateRole;
  /** A form of either kind is on file already. */
  hasW9: boolean;
  hasW8: boolean;
  /** A valid membership exists: none is offered (DESIGN D22). */
  isMember: boolean;
  /** False where the server computed nothing due and the promo code carries the free flag (DESIGN D25). */
  cardNeeded: boolean;
}

export type AffiliateStep = WizardStep<AffiliateValues>;
export type AffiliateStepId = 'information' | 'family' | 'reference' | 'business' | 'payment';

type Choices = Pick<AffiliateValues, 'purchaseMembership' | 'donate' | 'compensationOption' | 'country'>;

/** Whether Your Information offers a membership: not to who has a valid one, and not to a business (DESIGN D22). */
export function offersMembership({ role, isMember }: Pick<AffiliateSituation, 'role' | 'isMember'>): boolean {
  return role !== 'loyalty' && !isMember;
}

/** The plan that is bought with the sign-up; null is none. */
export function membershipBought(
  { purchaseMembership }: Pick<Choices, 'purchaseMembership'>,
  situation: Pick<AffiliateSituation, 'role' | 'isMember'>,
): 0 | 1 | null {
  if (!offersMembership(situation)) return null;
  if (purchaseMembership === FAMILY) return 1;
  return purchaseMembership === INDIVIDUAL ? 0 : null;
}

/** The tax form that is asked for. The two donate in different words: a check box, and a choice of compensation. */
export function taxFormOf(values: Choices, situation: AffiliateSituation): TaxFormAsked {
  const { role, hasW9, hasW8 } = situation;
  const donates = role === 'loyalty' ? values.compensationOption === DONATES : values.donate;
  return taxFormAsked({ country: values.country, donates, hasW9, hasW8 });
}

/** A radio's word as the number that it stands for. */
const numberOf = (word: string) => (word === '' ? null : Number(word));

/** The server's own schemas, judging what will be sent. */
const judged = (schema: (values: AffiliateValues) => z.ZodType) => (values: AffiliateValues) => {
  const { purchaseMembership, compensationOption } = values;
  const numbers = {
    purchaseMembership: numberOf(purchaseMembership),
    compensationOption: numberOf(compensationOption),
  };
  return z.preprocess(() => ({ ...values, ...numbers }), schema(values));
};

const fieldsOf = (page: { shape: object }) => Object.keys(page.shape);
const TAX_FORMS = ['w9', 'w8'];

/**
 * The pages of a sign-up in order, with what each asks for and when (SPEC sections 2 and 5). The family is asked for
 * after Your Information, where the family membership is chosen: it was not to be chosen before.
 */
export function affiliateSteps(situation: AffiliateSituation): Record<AffiliateStepId, AffiliateStep> {
  const { role, cardNeeded } = situation;
  const isLoyalty = role === 'loyalty';
  const membership = offersMembership(situation)
    ? z.object({ purchaseMembership: membershipChoice })
    : z.object({});
  return {
    information: {
      id: 'information',
      schema: judged((values) =>
        isLoyalty
          ? affiliateInformation
          : affiliateInformation.and(membership).and(affiliateTaxForm(taxFormOf(values, situation))),
      ),
      fields: [
        ...fieldsOf(affiliateInformation),
        ...(isLoyalty ? [] : ['purchaseMembership', 'donate', ...TAX_FORMS]),
      ],
    },
    family: {
      id: 'family',
      condition: (values) => membershipBought(values, situation) === 1,
      schema: affiliateFamily,
      fields: fieldsOf(affiliateFamily),
    },
    reference: {
      id: 'reference',
      condition: () => !isLoyalty,
      schema: affiliateReference,
      fields: fieldsOf(affiliateReference),
    },
    business: {
      id: 'business',
      condition: () => isLoyalty,
      schema: judged((values) => loyaltyInformation.and(affiliateTaxForm(taxFormOf(values, situation)))),
      fields: [...fieldsOf(loyaltyInformation), ...TAX_FORMS],
    },
    payment: {
      id: 'payment',
      condition: (values) => membershipBought(values, situation) !== null,
      schema: paymentSchema(cardNeeded),
      fields: PAYMENT_FIELDS,
    },
  };
}
