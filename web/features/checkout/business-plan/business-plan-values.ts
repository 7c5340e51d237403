import type { z } from 'zod';
import {
  businessPresentation,
  businessSocialMedia,
} from '#server/domains/business-plans/business-plan.schema.ts';
import {
  type BusinessPlanCart,
  type BusinessPlanInput,
  businessAgreements,
  businessInformation,
  type businessOptIns,
  businessPromotions,
  businessSharing,
} from '#server/domains/checkout/kinds/business-plan/business-plan.schema.ts';
import type { promotionDraft } from '#server/domains/stores/business-draft.schema.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { CARD_FIELD_NAMES } from '#web/features/payments/card-fields.schema.ts';
import type { Failure } from '#web/lib/errors.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import type { FormFields } from '#web/ui/form/validation.ts';
import { emptyAddress } from '../address-values.ts';
import { emptyPayment, type PaymentValues } from '../payment-values.ts';
import { noReference, type ReferenceValues } from '../reference-values.ts';
import { emptyW9 } from '../tax-forms/tax-form-values.ts';
import { CARD_NOT_READ, isOutcomeUnknown, type PaymentSubmission } from '../use-card-payment.ts';
import type { BusinessPlan } from './business-plans.ts';

export type PromotionValues = FormFields<z.input<typeof promotionDraft>>;

export const emptyPromotion: PromotionValues = {
  code: '',
  info: '',
  url: '',
  additionalUrl: '',
  validUntil: '',
  isOnline: false,
  headline: '',
  savesCents: null,
};

type Fields<Schema extends z.ZodType> = FormFields<z.input<Schema>>;

export interface BusinessPlanValues
  extends PaymentValues,
    ReferenceValues,
    Omit<Fields<typeof businessInformation>, 'reference'>,
    Fields<typeof businessPromotions>,
    Fields<typeof businessOptIns>,
    Fields<typeof businessSharing>,
    Fields<typeof businessSocialMedia>,
    Fields<typeof businessPresentation>,
    Fields<ReturnType<typeof businessAgreements>> {
  /** True if the owner enters a new W-9 even though one is on file. */
  entersW9: boolean;
}

const emptyValues: BusinessPlanValues = {
  businessname: '',
  phone: '',
  ...emptyAddress,
  type: null,
  url: '',
  ...noReference,
  promotions: [],
  loyalty: false,
  socialMedia: false,
  presentation: false,
  entersW9: false,
  w9: emptyW9,
  facebook: '',
  instagram: '',
  twitter: '',
  snapchat: '',
  pinterest: '',
  linkedin: '',
  socialMediaInfo: '',
  presentationContactName: '',
  presentationContactEmail: '',
  presentationTime: '',
  presentationFuture: '',
  contractAgree: false,
  termsAgree: false,
  privacyAgree: false,
  ...emptyPayment,
};

/** Returns empty values. The programs that the plan includes are selected from the start. */
export function emptyBusinessPlan({ business }: BusinessPlan): BusinessPlanValues {
  const { loyalty, socialMedia, presentation } = business;
  return { ...emptyValues, loyalty, socialMedia, presentation };
}

/** Paths that are never saved in a draft. */
export const SECRET_FIELDS: readonly string[] = [...CARD_FIELD_NAMES, 'w9.idNumber'];

export const draftId = (plan: BusinessPlan) => `business-plan-${plan.slug}`;

export function needsW9({ entersW9 }: BusinessPlanValues, viewer: Pick<Viewer, 'hasW9'>): boolean {
  return entersW9 || !viewer.hasW9;
}

/**
 * Fills the wizard from a stored cart. The cart contains no W-9. The agreement boxes start checked, because
 * the buyer already accepted them.
 */
export function valuesFromCart(plan: BusinessPlan, cart: BusinessPlanCart): BusinessPlanValues {
  const { programs, plan: _id, promotions, ...information } = cart;
  const { socialMedia, presentation } = programs;
  return {
    ...emptyBusinessPlan(plan),
    ...withoutNulls(information),
    reference: information.reference,
    type: information.type,
    promotions: promotions.map((promotion) => ({ ...emptyPromotion, ...withoutNulls(promotion) })),
    loyalty: programs.loyalty,
    socialMedia: socialMedia !== null,
    presentation: presentation !== null,
    ...withoutNulls(socialMedia ?? {}),
    ...withoutNulls(presentation ?? {}),
    contractAgree: true,
    termsAgree: true,
    privacyAgree: true,
    discountCode: cart.discountCode,
    promoEntry: cart.discountCode ?? '',
  };
}

type OwnListing = Pick<
  NonNullable<RouterOutputs['businesses']['mine']>,
  'businessname' | 'categories' | 'url' | 'phone' | keyof typeof emptyAddress
>;

/** Fills the first page from the listing that the owner already has, such as a trial's (D81). */
export function valuesFromListing(listing: OwnListing | null): Partial<BusinessPlanValues> {
  if (listing === null) return {};
  const { businessname, categories, url, phone, street1, street2, city, state, zip, country } = listing;
  return {
    ...withoutNulls({ url, phone }),
    businessname,
    type: categories[0] ?? null,
    // Empty parts replace those of a remembered address, which is another one.
    ...{ ...emptyAddress, ...withoutNulls({ street1, street2, city, state, zip, country }) },
  };
}

type WithoutNulls<T> = { [Key in keyof T]?: NonNullable<T[Key]> };

/** Drops nulls, so that they don't overwrite the form's empty-string defaults. */
function withoutNulls<T extends object>(values: T): WithoutNulls<T>;
function withoutNulls(values: object) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

interface BusinessPlanSubmission extends PaymentSubmission<BusinessPlanValues> {
  plan: BusinessPlan;
  viewer: Viewer;
}

/** Builds the purchase's input. Includes only fields of pages that were shown. */
export function buildBusinessPlanInput(submission: BusinessPlanSubmission): BusinessPlanInput {
  const { plan, viewer, values, token, shownTotalCents, idempotencyKey } = submission;
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
