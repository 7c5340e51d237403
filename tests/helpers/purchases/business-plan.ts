import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { W9Input } from '#server/domains/affiliates/tax-forms/tax-form.schema.ts';
import type { BusinessPlanInput } from '#server/domains/checkout/kinds/business-plan/business-plan.schema.ts';
import { toAppError } from '#server/platform/trpc.ts';

/** The W-9 of a bakery, with a made-up number. */
export const SAMPLE_W9: W9Input = {
  usPerson: true,
  legalNameOfBusiness: 'Walker Bakery LLC',
  taxClassification: 'llc',
  idType: 'ein',
  idNumber: '98-7654321',
  acceptedTerms: true,
};

/** The fields of the wizard's pages for all three programs: sharing, social media, and presentation. */
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

/** Allows invalid values, to test that the schema rejects them. */
export type AnyValues<Input> = { [Field in keyof Input]?: unknown };

/** Lets a test pass any value where a valid input is expected. */
export const asInput = <Input>(value: unknown): Input => z.custom<Input>().parse(value);

/** Builds the wizard's input for plan 8, which has no programs. */
export function businessPlanPurchase(overrides: AnyValues<BusinessPlanInput> = {}): BusinessPlanInput {
  return asInput({
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
  });
}

/** Returns the error that a call throws, as an AppError. */
export async function captureError(attempt: Promise<unknown>) {
  const error = await attempt.then(
    () => new Error('The call succeeded'),
    (reason: unknown) => reason,
  );
  return toAppError(error);
}
