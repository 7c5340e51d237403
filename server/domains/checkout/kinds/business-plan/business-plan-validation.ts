import { ZodError, type z } from 'zod';
import { AppError } from '../../../../lib/errors.ts';
import { toFieldErrors } from '../../../../lib/field-errors.ts';
import type { W9Input } from '../../../affiliates/tax-forms/tax-form.schema.ts';
import { businessPresentation, businessSocialMedia } from '../../../business-plans/business-plan.schema.ts';
import type { BusinessTerms } from '../../../catalog/plan.schema.ts';
import {
  type BusinessPlanCart,
  businessAgreements,
  businessInformation,
  type businessPlanInput,
  businessPromotions,
  businessSharing,
} from './business-plan.schema.ts';

export interface ValidatedPlan {
  cart: BusinessPlanCart;
  /** Null if no W-9 is needed, or if the one on file is used. */
  w9: W9Input | null;
}

/**
 * Validates all pages that apply to this plan and these programs. Throws INVALID_INPUT with all field errors.
 * Drops the fields of other pages.
 */
export function validateBusinessPlan(
  input: z.output<typeof businessPlanInput>,
  terms: BusinessTerms,
  hasW9: boolean,
): ValidatedPlan {
  const information = businessInformation.safeParse(input);
  const promotions = businessPromotions.safeParse(input);
  // A W-9 in the input replaces the one on file.
  const needsW9 = input.loyalty && !(hasW9 && (input.w9 === undefined || input.w9 === null));
  const sharing = needsW9 ? businessSharing.safeParse({ w9: input.w9 ?? {} }) : null;
  const socialMedia = input.socialMedia ? businessSocialMedia.safeParse(input) : null;
  const presentation = input.presentation ? businessPresentation.safeParse(input) : null;
  const agreements = businessAgreements(terms).safeParse(input);
  const pages = [information, promotions, sharing, socialMedia, presentation, agreements];
  const issues = pages.flatMap((page) => page?.error?.issues ?? []);
  if (issues.length > 0 || !information.data || !promotions.data) {
    const fieldErrors = toFieldErrors(new ZodError(issues));
    throw new AppError('INVALID_INPUT', { message: Object.values(fieldErrors)[0], fieldErrors });
  }
  return {
    cart: {
      plan: input.plan,
      ...information.data,
      ...promotions.data,
      programs: {
        loyalty: input.loyalty,
        socialMedia: socialMedia?.data ?? null,
        presentation: presentation?.data ?? null,
      },
      discountCode: input.discountCode,
    },
    w9: sharing?.data?.w9 ?? null,
  };
}
