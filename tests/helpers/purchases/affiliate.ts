import { randomUUID } from 'node:crypto';
import type { AffiliateW9, W8Input } from '#server/domains/affiliates/tax-forms/tax-form.schema.ts';
import type { AffiliateSignupInput } from '#server/domains/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import { makeSignature } from '../pictures.ts';
import { type AnyValues, asInput, SAMPLE_W9 } from './business-plan.ts';

export const SIGNATURE = makeSignature();

/** An affiliate's W-9. Unlike other W-9s, it has no US person field. */
export const AFFILIATE_W9: AffiliateW9 = { ...SAMPLE_W9, usPerson: undefined };

export const SAMPLE_W8: W8Input = {
  name: 'Amélie Roux',
  PermanentResidenceAddress: '12 Rue de Lyon',
  city: 'Paris',
  USTaxPayerID: '912-88-4407',
  ForeignTaxID: 'FR 07 551 330 912',
  FTINRequired: true,
  ReferenceNumber: 'REF-2271-5530',
  acceptedTerms: true,
};

export const ABROAD = {
  street1: '12 Rue de Lyon',
  city: 'Paris',
  state: 'Île-de-France',
  zip: '75012',
  country: 'FR',
};

type SignupValues = AnyValues<AffiliateSignupInput> & { reference: unknown };

/** Returns a valid sign-up without a membership, as the wizard sends it. `reference` is an account id. */
export function affiliateSignup(overrides: SignupValues): AffiliateSignupInput {
  return asInput({
    role: 'influencer',
    phone: '(555) 010-0177',
    birthday: '04/09/1988',
    street1: '1600 Broadway',
    street2: null,
    city: 'Denver',
    state: 'CO',
    zip: '80202',
    country: 'US',
    w9: AFFILIATE_W9,
    contractAgree: true,
    privacyAgree: true,
    policyAgree: true,
    signature: SIGNATURE,
    purchaseMembership: 2,
    idempotencyKey: randomUUID(),
    ...overrides,
  });
}

/** Returns an educator's sign-up with an individual membership. */
export const makeSignupWithMembership = (overrides: SignupValues) =>
  affiliateSignup({ role: 'educator', purchaseMembership: 0, token: 'tok_visa', ...overrides });

/**
 * Returns a valid loyalty sign-up. Unlike the other roles, it has business information and no privacy and
 * policy agreements.
 */
export function loyaltySignup(overrides: SignupValues): AffiliateSignupInput {
  const { privacyAgree: _, policyAgree: __, ...common } = affiliateSignup(overrides);
  return asInput({
    ...common,
    role: 'loyalty',
    businessName: 'Walker Bakery',
    compensationOption: 1,
    employees: [{ name: 'Ben Walker', contact: 'ben@walker.example' }],
    ...overrides,
  });
}
