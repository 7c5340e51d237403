import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SEED_PLANS } from '#db/seed/catalog.ts';
import { businessTerms } from '#server/domains/catalog/plan.schema.ts';
import {
  type BusinessPlanStep,
  type BusinessPlanStepConditions,
  type BusinessPlanStepId,
  businessPlanSteps,
} from '#web/features/checkout/business-plan/business-plan-purchase.tsx';
import {
  type BusinessPlanValues,
  emptyBusinessPlan,
  emptyPromotion,
} from '#web/features/checkout/business-plan/business-plan-values.ts';
import {
  chooseLandingStep,
  findFirstInvalid,
  findStepAfter,
  findStepBefore,
  findStepWithError,
  listShownSteps,
  validateStep,
} from '#web/ui/wizard/wizard-steps.ts';
import { filledBusinessPlan, plainTerms, samplePlan } from './samples.ts';

const buying: BusinessPlanStepConditions = { terms: plainTerms, hasW9: false, cardNeeded: true };

function stepsFor(
  conditions: Partial<BusinessPlanStepConditions> = {},
): [BusinessPlanStep, ...BusinessPlanStep[]] {
  const steps = businessPlanSteps({ ...buying, ...conditions });
  return [
    steps.information,
    steps.promotions,
    steps['opt-ins'],
    steps.sharing,
    steps['social-media'],
    steps.presentation,
    steps.agreements,
    steps.payment,
  ];
}

const listStepIds = (steps: readonly BusinessPlanStep[], values: BusinessPlanValues) =>
  listShownSteps(steps, values).map(({ id }) => id);

const errorsAt = (
  step: BusinessPlanStepId,
  values: Partial<BusinessPlanValues>,
  conditions: Partial<BusinessPlanStepConditions> = {},
) =>
  validateStep(businessPlanSteps({ ...buying, ...conditions })[step], {
    ...emptyBusinessPlan(samplePlan()),
    ...values,
  });

const anyConditions = fc.record({
  asksPromotions: fc.boolean(),
  asksOptIns: fc.boolean(),
  loyalty: fc.boolean(),
  socialMedia: fc.boolean(),
  presentation: fc.boolean(),
  hasW9: fc.boolean(),
});

describe('[S2 business purchase wizard] the pages', () => {
  test('[D21] follow the programs that each of the four plans bundles', () => {
    const planSteps = SEED_PLANS.filter(({ kind }) => kind === 'business').map(({ id, business }) => {
      const terms = businessTerms.parse(business);
      return [id, listStepIds(stepsFor({ terms }), emptyBusinessPlan(samplePlan(terms)))];
    });
    expect(Object.fromEntries(planSteps)).toEqual({
      6: ['information', 'social-media', 'agreements', 'payment'],
      7: ['information', 'sharing', 'social-media', 'presentation', 'agreements', 'payment'],
      8: ['information', 'agreements', 'payment'],
      9: ['information', 'sharing', 'agreements', 'payment'],
    });
  });

  test("follow the specification's order when all eight are shown", () => {
    const terms = { ...plainTerms, asksPromotions: true, asksOptIns: true };
    const values = { ...filledBusinessPlan, loyalty: true, socialMedia: true, presentation: true };
    expect(listStepIds(stepsFor({ terms }), values)).toEqual([
      'information',
      'promotions',
      'opt-ins',
      'sharing',
      'social-media',
      'presentation',
      'agreements',
      'payment',
    ]);
  });

  test('[S4] are skipped in the same way forward and back', () => {
    fc.assert(
      fc.property(anyConditions, ({ asksPromotions, asksOptIns, hasW9, ...optedIn }) => {
        const steps = stepsFor({ terms: { ...plainTerms, asksPromotions, asksOptIns }, hasW9 });
        const values = { ...filledBusinessPlan, ...optedIn };
        const forwards: string[] = [];
        for (
          let step: BusinessPlanStep | undefined = steps[0];
          step;
          step = findStepAfter(steps, values, step.id)
        ) {
          forwards.push(step.id);
        }
        const reversedIds: string[] = [];
        for (
          let step: BusinessPlanStep | undefined = steps.at(-1);
          step;
          step = findStepBefore(steps, values, step.id)
        ) {
          reversedIds.unshift(step.id);
        }
        expect(reversedIds).toEqual(forwards);
        expect(forwards).toEqual([
          'information',
          ...(asksPromotions ? ['promotions'] : []),
          ...(asksOptIns ? ['opt-ins'] : []),
          ...(optedIn.loyalty ? ['sharing'] : []),
          ...(optedIn.socialMedia ? ['social-media'] : []),
          ...(optedIn.presentation ? ['presentation'] : []),
          'agreements',
          'payment',
        ]);
        expect(findFirstInvalid(steps, values)).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  test("don't require the fields of skipped pages", () => {
    const values = { ...filledBusinessPlan, w9: emptyBusinessPlan(samplePlan()).w9, presentationFuture: '' };
    expect(findFirstInvalid(stepsFor(), values)).toBeUndefined();
    expect(findFirstInvalid(stepsFor(), { ...values, loyalty: true })?.id).toBe('sharing');
    expect(findFirstInvalid(stepsFor(), { ...values, presentation: true })?.id).toBe('presentation');
  });

  test('lead back to the tax number after a reload, which removes it', () => {
    const values = {
      ...filledBusinessPlan,
      loyalty: true,
      w9: { ...filledBusinessPlan.w9, idNumber: '' },
    };
    const findLandingStep = (hasW9: boolean, changes: Partial<BusinessPlanValues> = {}) =>
      chooseLandingStep<BusinessPlanValues, BusinessPlanStep>(
        stepsFor({ hasW9 }),
        { ...values, ...changes },
        'payment',
      ).id;
    expect(findLandingStep(false)).toBe('sharing');
    expect(findLandingStep(true)).toBe('payment');
    expect(findLandingStep(true, { entersW9: true })).toBe('sharing');
  });

  test('show server errors on the page with the field', () => {
    const steps = stepsFor({ terms: { ...plainTerms, asksPromotions: true } });
    const values = { ...filledBusinessPlan, loyalty: true, socialMedia: true, presentation: true };
    const owner = (path: string) => findStepWithError(steps, values, { [path]: 'wrong' })?.id;
    expect(owner('zip')).toBe('information');
    expect(owner('promotions.0.info')).toBe('promotions');
    expect(owner('w9.idNumber')).toBe('sharing');
    expect(owner('socialMediaInfo')).toBe('social-media');
    expect(owner('presentationFuture')).toBe('presentation');
    expect(owner('contractAgree')).toBe('agreements');
    expect(owner('discountCode')).toBe('payment');
  });
});

describe('[S5 business basic info]the business page', () => {
  test("reports missing fields as 'Required Field' in page order, but category and website are optional", () => {
    expect(Object.entries(errorsAt('information', {}))).toEqual([
      ['businessname', 'Required Field'],
      ['phone', 'Required Field'],
      ['street1', 'Required Field'],
      ['city', 'Required Field'],
      ['state', 'Required Field'],
      ['zip', 'Required Field'],
    ]);
    expect(errorsAt('information', { ...filledBusinessPlan, country: '' })).toEqual({
      country: 'Required Field',
    });
    expect(errorsAt('information', { ...filledBusinessPlan, type: null, url: '' })).toEqual({});
  });

  test('accepts a website without https://', () => {
    expect(errorsAt('information', { ...filledBusinessPlan, url: 'www.example.com/shop' })).toEqual({});
    expect(errorsAt('information', { ...filledBusinessPlan, url: 'bell sons' })).toEqual({
      url: 'Please enter a web address, such as www.example.com',
    });
  });
});

describe('[S5 promotions]the promotions page', () => {
  test('requires a description for each promotion, but no promotion', () => {
    expect(errorsAt('promotions', { promotions: [] })).toEqual({});
    const promotionWithText = { ...emptyPromotion, info: '<p>10 % off</p>', url: 'example.com' };
    expect(errorsAt('promotions', { promotions: [promotionWithText, emptyPromotion] })).toEqual({
      'promotions.1.info': 'Required Field',
    });
  });
});

describe('[S5 W-9]the W-9 page', () => {
  test('has its own message for each field', () => {
    expect(errorsAt('sharing', {})).toEqual({
      'w9.usPerson': 'We only support US persons at this time',
      'w9.legalNameOfBusiness': 'Required Field',
      'w9.taxClassification': 'Required Field',
      'w9.idType': 'Required Field',
      'w9.idNumber': 'Required Field',
      'w9.acceptedTerms': 'Please accept the terms',
    });
    expect(errorsAt('sharing', filledBusinessPlan)).toEqual({});
  });

  test('accepts nine digits in any grouping', () => {
    const parseWithIdNumber = (idNumber: string) =>
      errorsAt('sharing', { w9: { ...filledBusinessPlan.w9, idNumber } });
    expect(parseWithIdNumber('12-345678')).toEqual({ 'w9.idNumber': 'Please enter 9 digits' });
    expect(parseWithIdNumber('12 345 6789')).toEqual({});
  });

  test('accepts the form on file unless a new one is entered', () => {
    expect(errorsAt('sharing', {}, { hasW9: true })).toEqual({});
    expect(errorsAt('sharing', { entersW9: true }, { hasW9: true })).toHaveProperty(['w9.idNumber']);
  });
});

describe('[S5 social media, S9 limits]the social media page', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'bread').join(' \n');
  test('allows at most 250 words', () => {
    expect(errorsAt('social-media', {})).toEqual({});
    expect(errorsAt('social-media', { socialMediaInfo: words(250) })).toEqual({});
    expect(errorsAt('social-media', { socialMediaInfo: words(251) })).toEqual({
      socialMediaInfo: 'Please use at most 250 words',
    });
  });
});

describe('[S5 presentation]the presentation page', () => {
  test('has its own message for each field, but the time is optional', () => {
    expect(errorsAt('presentation', {})).toEqual({
      presentationContactName: 'Please enter a contact name',
      presentationContactEmail: 'Please enter a contact email',
      presentationFuture: 'Required Field',
    });
    expect(errorsAt('presentation', { ...filledBusinessPlan, presentationContactEmail: 'olivia@' })).toEqual({
      presentationContactEmail: 'Invalid Email',
    });
    for (const presentationFuture of ['yes', 'no', 'maybe']) {
      expect(errorsAt('presentation', { ...filledBusinessPlan, presentationFuture })).toEqual({});
    }
  });
});

describe('[S5 agreements]the agreements page', () => {
  test('requires the contract for every plan', () => {
    expect(errorsAt('agreements', {})).toEqual({ contractAgree: 'Required Field' });
    expect(errorsAt('agreements', { contractAgree: true })).toEqual({});
  });

  test.each([8, 9])('requires terms and privacy for plan %i', (plan) => {
    const terms = businessTerms.parse(SEED_PLANS.find(({ id }) => id === plan)?.business);
    expect(errorsAt('agreements', {}, { terms })).toEqual({
      contractAgree: 'Required Field',
      termsAgree: 'Required Field',
      privacyAgree: 'Required Field',
    });
  });
});

describe('[S5 business payment]the payment page', () => {
  test('requires complete card fields unless the plan is free', () => {
    expect(errorsAt('payment', {})).toEqual({
      stripeName: 'Required Field',
      stripeCard: 'Required Field',
      stripeExpiry: 'Required Field',
      stripeCVC: 'Required Field',
      stripeZip: 'Required Field',
    });
    expect(errorsAt('payment', { ...filledBusinessPlan, stripeCVC: 'incomplete' })).toEqual({
      stripeCVC: 'Please complete this field',
    });
    expect(errorsAt('payment', {}, { cardNeeded: false })).toEqual({});
  });

  test('requires a typed promo code to be applied or cleared', () => {
    expect(errorsAt('payment', { ...filledBusinessPlan, promoEntry: 'save10' })).toEqual({
      discountCode: 'Apply this code, or clear the field',
    });
  });
});
