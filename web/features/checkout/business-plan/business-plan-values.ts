import type { BusinessPlanCart } from '#server/checkout/kinds/business-plan/business-plan.schema.ts';
import type { Viewer } from '#server/viewer/viewer.schema.ts';
import { CARD_FIELD_NAMES } from '#web/features/payments/card-fields.schema.ts';
import { emptyPayment, type PaymentValues } from '../payment-values.ts';
import { noReference, type ReferenceValues } from '../reference-values.ts';
import { emptyW9, type W9Values } from '../tax-forms/tax-form-values.ts';
import type { BusinessPlan } from './sold-plan.ts';

export interface PromotionValues {
  code: string;
  /** HTML, as the editor writes it. */
  info: string;
  url: string;
  additionalUrl: string;
  validUntil: string;
  isOnline: boolean;
}

export const emptyPromotion: PromotionValues = {
  code: '',
  info: '',
  url: '',
  additionalUrl: '',
  validUntil: '',
  isOnline: false,
};

/** Everything that the wizard's pages ask for, as their fields hold it (SPEC section 3, business signup). */
export interface BusinessPlanValues extends PaymentValues, ReferenceValues {
  businessname: string;
  phone: string;
  street1: string;
  street2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  /** The category's number; null is none. */
  type: number | null;
  url: string;
  promotions: PromotionValues[];
  /** The programs; they begin with those of the plan. */
  loyalty: boolean;
  socialMedia: boolean;
  presentation: boolean;
  /** Whether another W-9 is given although one is on file. */
  entersW9: boolean;
  w9: W9Values;
  facebook: string;
  instagram: string;
  twitter: string;
  snapchat: string;
  pinterest: string;
  linkedin: string;
  socialMediaInfo: string;
  presentationContactName: string;
  presentationContactEmail: string;
  presentationTime: string;
  presentationFuture: string;
  contractAgree: boolean;
  termsAgree: boolean;
  privacyAgree: boolean;
}

const emptyValues: BusinessPlanValues = {
  businessname: '',
  phone: '',
  street1: '',
  street2: '',
  city: '',
  state: '',
  zip: '',
  country: 'US',
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

/** A plan's wizard before anything was typed: the plan's programs, and nothing agreed to. */
export function emptyBusinessPlan({ business }: BusinessPlan): BusinessPlanValues {
  const { loyalty, socialMedia, presentation } = business;
  return { ...emptyValues, loyalty, socialMedia, presentation };
}

/** What a draft never holds (DESIGN section 6): the card, and the tax number. */
export const SECRET_FIELDS: readonly string[] = [...CARD_FIELD_NAMES, 'w9.idNumber'];

export const draftId = (plan: BusinessPlan) => `business-plan-${plan.slug}`;

/** Whether the sharing page still asks for a form. */
export function needsW9({ entersW9 }: BusinessPlanValues, viewer: Pick<Viewer, 'hasW9'>): boolean {
  return entersW9 || !viewer.hasW9;
}

/**
 * The fields of a purchase that was sent before, for the mail's link that opens it again. It was sent with every box
 * agreed to; the tax number alone is in no cart.
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

type WithoutNulls<T> = { [Key in keyof T]?: NonNullable<T[Key]> };

/** Fields hold the empty text where a cart holds null. */
function withoutNulls<T extends object>(values: T): WithoutNulls<T>;
function withoutNulls(values: object) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
