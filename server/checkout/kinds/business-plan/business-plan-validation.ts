import { ZodError } from 'zod';
import type { W9Input } from '../../../affiliates/tax-form.schema.ts';
import { businessPresentation, businessSocialMedia } from '../../../business-plans/business-plan.schema.ts';
import type { BusinessTerms } from '../../../catalog/plan.schema.ts';
import { AppError } from '../../../errors.ts';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import {
  type BusinessPlanCart,
  businessAgreements,
  businessInformation,
  type businessPlanInput,
  businessPromotions,
  businessSharing,
} from './business-plan.schema.ts';

type Sent = ReturnType<(typeof businessPlanInput)['parse']>;

export interface ValidatedPlan {
  cart: BusinessPlanCart;
  /** Null where none was asked for: no sharing program, or one is on file. */
  w9: W9Input | null;
}

/**
 * The pages of the wizard that this plan and these opt-ins have, judged all at once: throws INVALID_INPUT with every
 * page's field errors (SPEC section 5). What pages that are skipped would have asked for is left out.
 */
export function validateBusinessPlan(sent: Sent, terms: BusinessTerms, hasW9: boolean): ValidatedPlan {
  const information = businessInformation.safeParse(sent);
  const promotions = businessPromotions.safeParse(sent);
  // A form that is sent replaces the one on file.
  const needsW9 = sent.loyalty && !(hasW9 && (sent.w9 === undefined || sent.w9 === null));
  const sharing = needsW9 ? businessSharing.safeParse({ w9: sent.w9 ?? {} }) : null;
  const socialMedia = sent.socialMedia ? businessSocialMedia.safeParse(sent) : null;
  const presentation = sent.presentation ? businessPresentation.safeParse(sent) : null;
  const agreements = businessAgreements(terms).safeParse(sent);
  const pages = [information, promotions, sharing, socialMedia, presentation, agreements];
  const issues = pages.flatMap((page) => page?.error?.issues ?? []);
  if (issues.length > 0 || !information.data || !promotions.data) {
    const fieldErrors = fieldErrorsOf(new ZodError(issues));
    throw new AppError('INVALID_INPUT', { message: Object.values(fieldErrors)[0], fieldErrors });
  }
  return {
    cart: {
      plan: sent.plan,
      ...information.data,
      ...promotions.data,
      programs: {
        loyalty: sent.loyalty,
        socialMedia: socialMedia?.data ?? null,
        presentation: presentation?.data ?? null,
      },
      discountCode: sent.discountCode,
    },
    w9: sharing?.data?.w9 ?? null,
  };
}
