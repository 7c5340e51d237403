import { z } from 'zod';
import { businessPresentation, businessSocialMedia } from '#server/business-plans/business-plan.schema.ts';
import type { BusinessTerms } from '#server/catalog/plan.schema.ts';
import {
  businessAgreements,
  businessInformation,
  businessOptIns,
  businessPromotions,
  businessSharing,
} from '#server/checkout/kinds/business-plan/business-plan.schema.ts';
import type { WizardStep } from '#web/ui/wizard/wizard-steps.ts';
import { PAYMENT_FIELDS, paymentSchema } from '../payment-values.ts';
import type { BusinessPlanValues, PromotionValues } from './business-plan-values.ts';
import { asWebAddress } from './web-address.ts';

export interface BusinessPlanSituation {
  terms: BusinessTerms;
  /** A W-9 is on file already. */
  hasW9: boolean;
  /** False where the server computed nothing due and the promo code carries the free flag (DESIGN D25). */
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

const fieldsOf = (page: { shape: object }) => Object.keys(page.shape);

/** The values with links as they will be sent: 'www.example.com' is one. */
export function withWebAddresses(values: BusinessPlanValues): BusinessPlanValues {
  const completed = (promotion: PromotionValues) => ({
    ...promotion,
    url: asWebAddress(promotion.url),
    additionalUrl: asWebAddress(promotion.additionalUrl),
  });
  return { ...values, url: asWebAddress(values.url), promotions: values.promotions.map(completed) };
}

/** The server's own schema, judging what will be sent. */
const judged = (schema: z.ZodType) => (values: BusinessPlanValues) =>
  z.preprocess(() => withWebAddresses(values), schema);

/** The pages of a business plan's purchase in order, with what each asks for and when (SPEC sections 2 and 5; D21). */
export function businessPlanSteps(
  situation: BusinessPlanSituation,
): Record<BusinessPlanStepId, BusinessPlanStep> {
  const { terms, hasW9, cardNeeded } = situation;
  const agreements = businessAgreements(terms);
  return {
    information: {
      id: 'information',
      schema: judged(businessInformation),
      fields: fieldsOf(businessInformation),
    },
    promotions: {
      id: 'promotions',
      condition: () => terms.asksPromotions,
      schema: judged(businessPromotions),
      fields: fieldsOf(businessPromotions),
    },
    'opt-ins': {
      id: 'opt-ins',
      condition: () => terms.asksOptIns,
      schema: businessOptIns,
      fields: fieldsOf(businessOptIns),
    },
    sharing: {
      id: 'sharing',
      condition: ({ loyalty }) => loyalty,
      // A form on file is used unless another one is entered.
      schema: ({ entersW9 }) => (hasW9 && !entersW9 ? z.object({}) : businessSharing),
      fields: fieldsOf(businessSharing),
    },
    'social-media': {
      id: 'social-media',
      condition: ({ socialMedia }) => socialMedia,
      schema: businessSocialMedia,
      fields: fieldsOf(businessSocialMedia),
    },
    presentation: {
      id: 'presentation',
      condition: ({ presentation }) => presentation,
      schema: businessPresentation,
      fields: fieldsOf(businessPresentation),
    },
    agreements: { id: 'agreements', schema: agreements, fields: fieldsOf(agreements) },
    payment: { id: 'payment', schema: paymentSchema(cardNeeded), fields: PAYMENT_FIELDS },
  };
}
