import { z } from 'zod';
import {
  businessPresentation,
  businessSocialMedia,
} from '#server/domains/business-plans/business-plan.schema.ts';
import type { BusinessTerms } from '#server/domains/catalog/plan.schema.ts';
import {
  businessAgreements,
  businessInformation,
  businessOptIns,
  businessPromotions,
  businessSharing,
} from '#server/domains/checkout/kinds/business-plan/business-plan.schema.ts';
import type { WizardStep } from '#web/ui/wizard/wizard-steps.ts';
import { PAYMENT_FIELDS, paymentSchema } from '../payment-values.ts';
import { withChosenReference } from '../reference-values.ts';
import type { BusinessPlanValues, PromotionValues } from './business-plan-values.ts';

export interface BusinessPlanStepConditions {
  terms: BusinessTerms;
  hasW9: boolean;
  /** False if nothing is due because the promo code makes the plan free (D25). */
  cardNeeded: boolean;
}

export type BusinessPlanStep = WizardStep<BusinessPlanValues>;
export type BusinessPlanStepId =
  | 'information'
  | 'promotions'
  | 'opt-ins'
  | 'sharing'
  | 'social-media'
  | 'presentation'
  | 'agreements'
  | 'payment';

const fieldNames = (page: { shape: object }) => Object.keys(page.shape);

/** Adds the https:// that people leave out, as a browser does. */
function completeWebAddress(input: string): string {
  const text = input.trim();
  return text === '' || /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
}

export function withWebAddresses(values: BusinessPlanValues): BusinessPlanValues {
  const completePromotion = (promotion: PromotionValues) => ({
    ...promotion,
    url: completeWebAddress(promotion.url),
    additionalUrl: completeWebAddress(promotion.additionalUrl),
  });
  return {
    ...values,
    url: completeWebAddress(values.url),
    promotions: values.promotions.map(completePromotion),
  };
}

/** Adds a missing `https://` to links before validating them, because they are submitted that way. */
const withCompleteLinks = (schema: z.ZodType) => (values: BusinessPlanValues) =>
  z.preprocess(() => withWebAddresses(values), schema);

export function businessPlanSteps(
  conditions: BusinessPlanStepConditions,
): Record<BusinessPlanStepId, BusinessPlanStep> {
  const { terms, hasW9, cardNeeded } = conditions;
  const agreements = businessAgreements(terms);
  return {
    information: {
      id: 'information',
      schema: withCompleteLinks(withChosenReference(businessInformation)),
      fields: fieldNames(businessInformation),
    },
    promotions: {
      id: 'promotions',
      condition: () => terms.asksPromotions,
      schema: withCompleteLinks(businessPromotions),
      fields: fieldNames(businessPromotions),
    },
    'opt-ins': {
      id: 'opt-ins',
      condition: () => terms.asksOptIns,
      schema: businessOptIns,
      fields: fieldNames(businessOptIns),
    },
    sharing: {
      id: 'sharing',
      condition: ({ loyalty }) => loyalty,
      schema: ({ entersW9 }) => (hasW9 && !entersW9 ? z.object({}) : businessSharing),
      fields: fieldNames(businessSharing),
    },
    'social-media': {
      id: 'social-media',
      condition: ({ socialMedia }) => socialMedia,
      schema: businessSocialMedia,
      fields: fieldNames(businessSocialMedia),
    },
    presentation: {
      id: 'presentation',
      condition: ({ presentation }) => presentation,
      schema: businessPresentation,
      fields: fieldNames(businessPresentation),
    },
    agreements: { id: 'agreements', schema: agreements, fields: fieldNames(agreements) },
    payment: { id: 'payment', schema: paymentSchema(cardNeeded), fields: PAYMENT_FIELDS },
  };
}
