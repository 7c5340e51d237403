import {
  businessPresentation,
  businessSocialMedia,
} from '#server/domains/business-plans/business-plan.schema.ts';
import {
  type BusinessPlanInput,
  businessAgreements,
  businessInformation,
  businessPromotions,
  businessSharing,
} from '#server/domains/checkout/kinds/business-plan/business-plan.schema.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import type { Failure } from '#web/lib/errors.ts';
import { CARD_NOT_READ, isOutcomeUnknown, type PaymentSubmission } from '../use-card-payment.ts';
import { withWebAddresses } from './business-plan-steps.ts';
import { type BusinessPlanValues, needsW9 } from './business-plan-values.ts';
import type { BusinessPlan } from './business-plans.ts';

interface BusinessPlanSubmission extends PaymentSubmission<BusinessPlanValues> {
  plan: BusinessPlan;
  viewer: Viewer;
}

/** Builds the purchase's input. Includes only fields of pages that were shown. */
export function buildBusinessPlanInput(submission: BusinessPlanSubmission): BusinessPlanInput {
  const { plan, viewer, token, shownTotalCents, idempotencyKey } = submission;
  const values = withWebAddresses(submission.values);
  const { loyalty, socialMedia, presentation, discountCode } = values;
  return {
    plan: plan.id,
    accountID: viewer.id,
    ...businessInformation.parse(values),
    ...(plan.business.asksPromotions ? businessPromotions.parse(values) : {}),
    loyalty,
    socialMedia,
    presentation,
    ...(loyalty && needsW9(values, viewer) ? businessSharing.parse(values) : {}),
    ...(socialMedia ? businessSocialMedia.parse(values) : {}),
    ...(presentation ? businessPresentation.parse(values) : {}),
    ...businessAgreements(plan.business).parse(values),
    acceptedTexts: values.acceptedTexts,
    discountCode,
    token,
    shownTotalCents,
    idempotencyKey,
  };
}

const CARD_FAILURES = new Set([CARD_NOT_READ, 'CARD_DECLINED', 'TOO_MANY_DECLINES']);

/** Replaces a failure's message where this purchase words it differently from the server. */
export function presentFailure(failure: Failure): Failure {
  if (isOutcomeUnknown(failure)) return { ...failure, message: 'Something went wrong with the payment.' };
  return CARD_FAILURES.has(failure.code)
    ? { ...failure, message: `Payment failed: ${failure.message}` }
    : failure;
}
