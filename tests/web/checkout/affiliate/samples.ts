import { SAMPLE_W8, SIGNATURE } from '#tests/helpers/purchases/affiliate.ts';
import type { AffiliateStepConditions } from '#web/features/checkout/affiliate/affiliate-signup.tsx';
import { type AffiliateValues, emptyAffiliate } from '#web/features/checkout/affiliate/affiliate-values.ts';

/** Values of secret fields, which must not appear anywhere else. */
export const CANARIES = {
  w9: '912-34-5678',
  us: '912-88-4407',
  foreign: 'FR-CANARY-07551',
  ownReference: 'REF-CANARY-2271',
};

export const joiningConditions: AffiliateStepConditions = {
  role: 'educator',
  hasW9: false,
  hasW8: false,
  isMember: false,
  cardNeeded: true,
};

/** A completely filled sign-up, valid for every role and country. */
export const filledAffiliate: AffiliateValues = {
  ...emptyAffiliate,
  phone: '(555) 010-0142',
  birthday: '01/02/1990',
  street1: '350 5TH AVE',
  city: 'NEW YORK',
  state: 'NY',
  zip: '10118',
  w9: {
    usPerson: false,
    legalNameOfBusiness: 'Olivia Park',
    taxClassification: 'individual',
    idType: 'ssn',
    idNumber: CANARIES.w9,
    acceptedTerms: true,
  },
  w8: {
    ...SAMPLE_W8,
    FTINRequired: true,
    USTaxPayerID: CANARIES.us,
    ForeignTaxID: CANARIES.foreign,
    ReferenceNumber: CANARIES.ownReference,
  },
  businessName: 'Park Street Bakery',
  compensationOption: '1',
  reference: '0193a000-0000-7000-8000-000000000009',
  referenceLabel: 'Everything Card',
  contractAgree: true,
  privacyAgree: true,
  policyAgree: true,
  signature: SIGNATURE,
  stripeName: 'Olivia Park',
  stripeCard: 'complete',
  stripeExpiry: 'complete',
  stripeCVC: 'complete',
  stripeZip: '10118',
};
