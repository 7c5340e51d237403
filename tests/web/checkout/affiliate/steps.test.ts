import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { affiliateRole } from '#server/domains/affiliates/affiliate.schema.ts';
import {
  type AffiliateStep,
  type AffiliateStepConditions,
  type AffiliateStepId,
  affiliateSteps,
} from '#web/features/checkout/affiliate/affiliate-signup.tsx';
import {
  type AffiliateValues,
  emptyAffiliate,
  requiredTaxForm,
} from '#web/features/checkout/affiliate/affiliate-values.ts';
import {
  findFirstInvalid,
  findStepAfter,
  findStepBefore,
  findStepWithError,
  listShownSteps,
  validateStep,
} from '#web/ui/wizard/wizard-steps.ts';
import { filledAffiliate, joiningConditions } from './samples.ts';

function stepsFor(conditions: Partial<AffiliateStepConditions>): [AffiliateStep, ...AffiliateStep[]] {
  const steps = affiliateSteps({ ...joiningConditions, ...conditions });
  return [steps.information, steps.family, steps.reference, steps.business, steps.payment];
}

const listStepIds = (steps: readonly AffiliateStep[], values: AffiliateValues) =>
  listShownSteps(steps, values).map(({ id }) => id);

const errorsAt = (
  step: AffiliateStepId,
  values: Partial<AffiliateValues> = {},
  conditions: Partial<AffiliateStepConditions> = {},
) =>
  validateStep(affiliateSteps({ ...joiningConditions, ...conditions })[step], {
    ...emptyAffiliate,
    ...values,
  });

const anyConditions = fc.record({
  role: fc.constantFrom(...affiliateRole.options),
  hasW9: fc.boolean(),
  hasW8: fc.boolean(),
  isMember: fc.boolean(),
  cardNeeded: fc.boolean(),
});
const anyChoice = fc.record({
  purchaseMembership: fc.constantFrom('0', '1', '2'),
  donate: fc.boolean(),
  compensationOption: fc.constantFrom('1', '2'),
  country: fc.constantFrom('US', 'FR'),
});

describe('[S2 affiliate signup wizard] the pages', () => {
  test('follow the specification for every role, account, and choice', () => {
    fc.assert(
      fc.property(anyConditions, anyChoice, (conditions, choice) => {
        const values = { ...filledAffiliate, ...choice };
        const buysMembership = !conditions.isMember && choice.purchaseMembership !== '2';
        const expected =
          conditions.role === 'loyalty'
            ? ['information', 'business']
            : [
                'information',
                ...(buysMembership && choice.purchaseMembership === '1' ? ['family'] : []),
                'reference',
                ...(buysMembership ? ['payment'] : []),
              ];
        const steps = stepsFor(conditions);
        expect(listStepIds(steps, values)).toEqual(expected);
        for (const [index, id] of expected.entries()) {
          expect(findStepAfter(steps, values, id)?.id).toBe(expected[index + 1]);
          expect(findStepBefore(steps, values, id)?.id).toBe(expected[index - 1]);
        }
      }),
    );
  });

  test('[D22] default to an individual membership, even for educators', () => {
    expect(listStepIds(stepsFor({ role: 'educator' }), emptyAffiliate)).toContain('payment');
    expect(emptyAffiliate.purchaseMembership).toBe('0');
  });

  test('are valid for a complete signup, whatever its choices', () => {
    fc.assert(
      fc.property(anyConditions, anyChoice, (conditions, choice) => {
        const zip = choice.country === 'US' ? '10118' : '75012';
        const values = { ...filledAffiliate, ...choice, zip };
        expect(findFirstInvalid(stepsFor(conditions), values)).toBeUndefined();
      }),
    );
  });
});

describe('[S5 your information]the Your Information form', () => {
  test('has its own message for each missing field', () => {
    const required = 'Required';
    expect(errorsAt('information', { donate: true })).toEqual({
      phone: required,
      birthday: required,
      street1: required,
      city: required,
      state: required,
      zip: required,
    });
    expect(errorsAt('information', { donate: true, country: '' })).toHaveProperty('country');
  });

  test.each([
    ['02/29/1990', 'There’s no such day. Please check the date'],
    ['1990', 'Please enter a date as MM/DD/YYYY'],
    [`01/01/${new Date().getFullYear() - 10}`, 'You must be 18 years or older'],
  ])('[D24] refuses the birthday %s', (birthday, message) => {
    expect(errorsAt('information', { ...filledAffiliate, birthday })).toEqual({ birthday: message });
  });

  test("requires a W-9 from US residents who don't donate", () => {
    const w9 = emptyAffiliate.w9;
    expect(errorsAt('information', { ...filledAffiliate, w9 })).toEqual({
      'w9.legalNameOfBusiness': 'Required Field',
      'w9.taxClassification': 'Required Field',
      'w9.idType': 'Required Field',
      'w9.idNumber': 'Required Field',
      'w9.acceptedTerms': 'Please accept the terms',
    });
    expect(errorsAt('information', { ...filledAffiliate, w9, donate: true })).toEqual({});
    expect(errorsAt('information', { ...filledAffiliate, w9 }, { hasW9: true })).toEqual({});
  });

  test('requires a W-8BEN from everyone outside the US', () => {
    const foreignValues = { ...filledAffiliate, country: 'FR', w8: emptyAffiliate.w8, donate: true };
    expect(errorsAt('information', foreignValues, { hasW9: true })).toEqual({
      'w8.name': 'Required Field',
      'w8.PermanentResidenceAddress': 'Required Field',
      'w8.city': 'Required Field',
      'w8.USTaxPayerID': 'Required Field',
      'w8.ForeignTaxID': 'Required Field',
      'w8.ReferenceNumber': 'Required Field',
      'w8.acceptedTerms': 'Please accept the terms',
    });
    expect(errorsAt('information', foreignValues, { hasW8: true })).toEqual({});
  });

  test('requires at most one form, and none that is on file', () => {
    fc.assert(
      fc.property(anyConditions, anyChoice, (conditions, choice) => {
        const taxForm = requiredTaxForm(choice, conditions);
        if (taxForm === 'w9') expect([choice.country, conditions.hasW9]).toEqual(['US', false]);
        if (taxForm === 'w8') expect([choice.country, conditions.hasW8]).toEqual(['FR', false]);
        const donates = conditions.role === 'loyalty' ? choice.compensationOption === '2' : choice.donate;
        if (choice.country === 'US' && donates) expect(taxForm).toBeNull();
      }),
    );
  });

  test('requires a choice if a membership is offered', () => {
    const withoutChoice = { ...filledAffiliate, purchaseMembership: '' };
    expect(errorsAt('information', withoutChoice)).toEqual({
      purchaseMembership: 'Please choose a membership',
    });
    expect(errorsAt('information', withoutChoice, { isMember: true })).toEqual({});
    expect(errorsAt('information', withoutChoice, { role: 'loyalty' })).toEqual({});
  });
});

test('[S5 affiliate reference page] the reference page requires a reference, three agreements, and a signature', () => {
  expect(errorsAt('reference')).toEqual({
    reference: 'Required',
    contractAgree: 'Required',
    privacyAgree: 'Required',
    policyAgree: 'Required',
    signature: 'Please sign above to continue',
  });
});

test("[S5 business affiliate] the loyalty signup requires the business's fields on the second page", () => {
  const loyalty = { role: 'loyalty' } as const;
  const taxForm = {
    businessName: 'Required Field',
    compensationOption: 'Required Field',
    reference: 'Required',
    contractAgree: 'Required',
    signature: 'Please sign above to continue',
  };
  expect(errorsAt('business', { country: 'FR' }, { ...loyalty, hasW8: true })).toEqual(taxForm);
  expect(errorsAt('business', {}, loyalty)).toMatchObject({ ...taxForm, 'w9.idNumber': 'Required Field' });
  expect(errorsAt('business', { compensationOption: '2' }, loyalty)).not.toHaveProperty(['w9.idNumber']);
  const employees = [{ name: '', contact: '' }];
  expect(errorsAt('business', { ...filledAffiliate, employees }, loyalty)).toEqual({
    'employees.0.name': 'Required Field',
    'employees.0.contact': 'Required Field',
  });
});

describe('[S5 affiliate payment]the payment page', () => {
  test('requires a card unless nothing is due', () => {
    expect(errorsAt('payment')).toMatchObject({ stripeName: 'Required Field', stripeZip: 'Required Field' });
    expect(errorsAt('payment', {}, { cardNeeded: false })).toEqual({});
  });
});

test.each([
  ['w9.idNumber', 'educator', 'information'],
  ['w8.name', 'loyalty', 'business'],
  ['birthday', 'loyalty', 'information'],
  ['purchaseMembership', 'friend', 'information'],
  ['members.0.name', 'influencer', 'family'],
  ['signature', 'friend', 'reference'],
  ['reference', 'loyalty', 'business'],
  ['discountCode', 'educator', 'payment'],
] as const)('a server error at %s takes a signup as %s to the %s page', (field, role, page) => {
  const values = { ...filledAffiliate, purchaseMembership: '1' };
  expect(findStepWithError(stepsFor({ role }), values, { [field]: 'No' })?.id).toBe(page);
});
