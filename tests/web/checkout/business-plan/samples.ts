import type { BusinessTerms } from '#server/domains/catalog/plan.schema.ts';
import {
  type BusinessPlanValues,
  emptyBusinessPlan,
} from '#web/features/checkout/business-plan/business-plan-values.ts';
import type { BusinessPlan } from '#web/features/checkout/business-plan/business-plans.ts';

export const plainTerms: BusinessTerms = {
  loyalty: false,
  socialMedia: false,
  presentation: false,
  asksPromotions: false,
  asksOptIns: false,
  agreements: { contractAgree: 'BUSINESSPREMIUM', termsAgree: null, privacyAgree: null },
};

export const samplePlan = (terms: Partial<BusinessTerms> = {}): BusinessPlan => ({
  id: 7,
  kind: 'business',
  name: 'Business PLUS Membership',
  orderSummaryName: 'Exclusive Business',
  slug: 'premium-business',
  priceCents: 24_975,
  billingInterval: 'month',
  isFamily: false,
  isEmployeeCard: false,
  isCompanyPlan: false,
  copy: { title: 'Business PLUS Membership', label: '', summary: '', points: [] },
  business: { ...plainTerms, ...terms },
});

/** The tax number, which must not appear anywhere else. */
export const TAX_NUMBER = '912-34-5678';

/** Completely filled values. */
export const filledBusinessPlan: BusinessPlanValues = {
  ...emptyBusinessPlan(samplePlan()),
  businessname: 'Park Street Bakery',
  phone: '(555) 010-0142',
  street1: '350 5th Ave',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  type: 9,
  w9: {
    usPerson: true,
    legalNameOfBusiness: 'Park Street Bakery LLC',
    taxClassification: 'llc',
    idType: 'ein',
    idNumber: TAX_NUMBER,
    acceptedTerms: true,
  },
  facebook: 'parkstreet',
  socialMediaInfo: 'Bread since 1970.',
  presentationContactName: 'Olivia Park',
  presentationContactEmail: 'olivia@example.com',
  presentationFuture: 'maybe',
  contractAgree: true,
  termsAgree: true,
  privacyAgree: true,
  stripeName: 'Olivia Park',
  stripeCard: 'complete',
  stripeExpiry: 'complete',
  stripeCVC: 'complete',
  stripeZip: '10118',
};
