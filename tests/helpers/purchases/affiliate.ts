import { randomUUID } from 'node:crypto';
import type { AffiliateSignupInput } from '#server/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import { makeSignature } from '../pictures.ts';
import { SAMPLE_W9 } from './business-plan.ts';

export const SIGNATURE = makeSignature();

/** A W-9 as an affiliate sends it: without the question for US persons. */
export const AFFILIATE_W9 = { ...SAMPLE_W9, usPerson: undefined };

export const SAMPLE_W8 = {
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

/** A sign-up as the wizard sends it, ready to go through without a membership; `reference` is somebody else's id. */
export function affiliateSignup(
  overrides: Partial<AffiliateSignupInput> & { reference: string },
): AffiliateSignupInput {
  return {
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
  };
}

/** The same with an individual membership, of an educator. */
export const buying = (overrides: Partial<AffiliateSignupInput> & { reference: string }) =>
  affiliateSignup({ role: 'educator', purchaseMembership: 0, token: 'tok_visa', ...overrides });

/** The same for the loyalty program: its second page is another one. */
export function loyaltySignup(
  overrides: Partial<AffiliateSignupInput> & { reference: string },
): AffiliateSignupInput {
  const { privacyAgree: _, policyAgree: __, ...common } = affiliateSignup(overrides);
  return {
    ...common,
    role: 'loyalty',
    businessName: 'Walker Bakery',
    compensationOption: 1,
    employees: [{ name: 'Ben Walker', contact: 'ben@walker.example' }],
    ...overrides,
  };
}
