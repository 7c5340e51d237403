import { randomUUID } from 'node:crypto';
import type { BusinessPlanInput } from '#server/checkout/kinds/business-plan/business-plan.schema.ts';
import { toAppError } from '#server/trpc.ts';

/** The W-9 of a bakery; its number is nobody's. */
export const SAMPLE_W9 = {
  usPerson: true,
  legalNameOfBusiness: 'Walker Bakery LLC',
  taxClassification: 'llc',
  idType: 'ein',
  idNumber: '98-7654321',
  acceptedTerms: true,
};

/** Everything that every page of the wizard asks for. */
export const EVERY_PAGE = {
  loyalty: true,
  w9: SAMPLE_W9,
  socialMedia: true,
  facebook: 'https://facebook.example/walker',
  instagram: '@walker',
  twitter: null,
  snapchat: null,
  pinterest: null,
  linkedin: null,
  socialMediaInfo: 'Bread since 1998.',
  presentation: true,
  presentationContactName: 'Ben Walker',
  presentationContactEmail: 'ben@walker.example',
  presentationTime: 'Mornings',
  presentationFuture: 'maybe',
};

/** A business plan's purchase as the wizard sends it, ready to go through: plan 8, which has no programs. */
export function businessPlanPurchase(overrides: Partial<BusinessPlanInput> = {}): BusinessPlanInput {
  return {
    plan: 8,
    businessname: 'Walker Bakery',
    phone: '(303) 555-0147',
    street1: '1600 Broadway',
    street2: null,
    city: 'Denver',
    state: 'CO',
    zip: '80202',
    country: 'US',
    type: 9,
    url: 'https://walker.example',
    reference: null,
    promotions: [],
    contractAgree: true,
    termsAgree: true,
    privacyAgree: true,
    discountCode: null,
    token: 'tok_visa',
    idempotencyKey: randomUUID(),
    ...overrides,
  };
}

/** Why something was refused. */
export async function refusalOf(attempt: Promise<unknown>) {
  const error = await attempt.then(
    () => new Error('It went through'),
    (reason: unknown) => reason,
  );
  return toAppError(error);
}
