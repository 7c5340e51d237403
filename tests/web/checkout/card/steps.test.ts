import { describe, expect, test } from 'vitest';
import {
  type CardPurchaseStep,
  type CardPurchaseStepConditions,
  cardPurchaseSteps,
} from '#web/features/checkout/card/card-purchase.tsx';
import { type CardPurchaseValues, emptyPurchase } from '#web/features/checkout/card/card-purchase-values.ts';
import {
  chooseLandingStep,
  findFirstInvalid,
  listShownSteps,
  validateStep,
} from '#web/ui/wizard/wizard-steps.ts';

const guest: CardPurchaseStepConditions = { family: false, signedIn: false, cardNeeded: true };

function stepsFor(
  conditions: Partial<CardPurchaseStepConditions> = {},
): [CardPurchaseStep, ...CardPurchaseStep[]] {
  const { choose, shipping, family, details, payment } = cardPurchaseSteps({ ...guest, ...conditions });
  return [choose, shipping, family, details, payment];
}

const errorsAt = (
  step: keyof ReturnType<typeof cardPurchaseSteps>,
  values: Partial<CardPurchaseValues>,
  conditions: Partial<CardPurchaseStepConditions> = {},
) => validateStep(cardPurchaseSteps({ ...guest, ...conditions })[step], { ...emptyPurchase, ...values });

const filledValues: CardPurchaseValues = {
  ...emptyPurchase,
  buyer: 'guest',
  firstname: 'Ann',
  lastname: 'Smith',
  phone: '(555) 010-0142',
  email: 'ann@example.com',
  street1: '350 5th Ave',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  contractAgree: true,
  stripeName: 'Ann Smith',
  stripeCard: 'complete',
  stripeExpiry: 'complete',
  stripeCVC: 'complete',
  stripeZip: '10118',
};

describe('[S2 card purchase flow] the pages', () => {
  test("follow the specification's order, with family members only for the family plan", () => {
    const ids = (family: boolean) => listShownSteps(stepsFor({ family }), emptyPurchase).map(({ id }) => id);
    expect(ids(false)).toEqual(['choose', 'shipping', 'details', 'payment']);
    expect(ids(true)).toEqual(['choose', 'shipping', 'family', 'details', 'payment']);
  });

  test('are valid when every field is complete', () => {
    expect(findFirstInvalid(stepsFor({ family: true }), filledValues)).toBeUndefined();
  });

  test('open payment only after a buyer and an address', () => {
    expect(
      chooseLandingStep<CardPurchaseValues, CardPurchaseStep>(stepsFor(), emptyPurchase, 'payment').id,
    ).toBe('choose');
    expect(
      chooseLandingStep<CardPurchaseValues, CardPurchaseStep>(
        stepsFor(),
        { ...emptyPurchase, buyer: 'guest' },
        'payment',
      ).id,
    ).toBe('shipping');
    expect(
      chooseLandingStep<CardPurchaseValues, CardPurchaseStep>(
        stepsFor(),
        { ...filledValues, stripeCard: 'empty' },
        'payment',
      ).id,
    ).toBe('payment');
  });

  test('require a new choice after a login or logout', () => {
    expect(
      chooseLandingStep<CardPurchaseValues, CardPurchaseStep>(
        stepsFor({ signedIn: true }),
        filledValues,
        'payment',
      ).id,
    ).toBe('choose');
    expect(
      chooseLandingStep<CardPurchaseValues, CardPurchaseStep>(
        stepsFor(),
        { ...filledValues, buyer: 'account' },
        'payment',
      ).id,
    ).toBe('choose');
    expect(
      chooseLandingStep<CardPurchaseValues, CardPurchaseStep>(
        stepsFor({ signedIn: true }),
        { ...filledValues, buyer: 'account' },
        'payment',
      ).id,
    ).toBe('payment');
  });
});

describe('[S5 card shipping] missing fields', () => {
  test("are reported as 'Required' in page order", () => {
    expect(Object.entries(errorsAt('shipping', {}))).toEqual([
      ['firstname', 'Required'],
      ['lastname', 'Required'],
      ['phone', 'Required'],
      ['email', 'Required'],
      ['street1', 'Required'],
      ['city', 'Required'],
      ['state', 'Required'],
      ['zip', 'Required'],
    ]);
    expect(errorsAt('shipping', { ...filledValues, country: '' })).toEqual({ country: 'Required' });
  });

  test('have different messages than a malformed email or US address', () => {
    expect(errorsAt('shipping', { ...filledValues, email: 'ann@' })).toEqual({ email: 'Invalid Email' });
    expect(errorsAt('shipping', { ...filledValues, zip: '1011' })).toEqual({
      zip: 'Please enter a 5-digit ZIP code',
    });
    expect(errorsAt('shipping', { ...filledValues, state: 'Bavaria', zip: '80331', country: 'DE' })).toEqual(
      {},
    );
  });
});

describe('[S5 details]the Details page', () => {
  test('requires only the terms', () => {
    expect(errorsAt('details', {})).toEqual({ contractAgree: 'Terms must be accepted' });
    expect(errorsAt('details', { contractAgree: true })).toEqual({});
  });
});

describe('[S2 family] the family members page', () => {
  test('requires a name in each added row, but no spouse', () => {
    expect(
      errorsAt('family', {
        members: [
          { name: 'Cleo', latinName: '' },
          { name: ' ', latinName: '' },
        ],
      }),
    ).toEqual({
      'members.1.name': 'Required',
    });
    expect(errorsAt('family', {})).toEqual({});
  });
});

describe('[S5 card payment]the payment page', () => {
  test("reports missing fields as 'Required Field'", () => {
    expect(errorsAt('payment', {})).toEqual({
      stripeName: 'Required Field',
      stripeCard: 'Required Field',
      stripeExpiry: 'Required Field',
      stripeCVC: 'Required Field',
      stripeZip: 'Required Field',
    });
  });

  test("reports incomplete fields as 'Please complete this field', and invalid ones with Stripe's message", () => {
    const values = {
      ...filledValues,
      stripeCard: 'Your card number is invalid.',
      stripeExpiry: 'incomplete',
      stripeCVC: 'incomplete',
    };
    expect(errorsAt('payment', values)).toEqual({
      stripeCard: 'Your card number is invalid.',
      stripeExpiry: 'Please complete this field',
      stripeCVC: 'Please complete this field',
    });
  });

  test('[D25] requires no card for a free purchase', () => {
    expect(errorsAt('payment', {}, { cardNeeded: false })).toEqual({});
  });

  test('requires a typed promo code to be applied or cleared', () => {
    expect(errorsAt('payment', { ...filledValues, promoEntry: 'save10' })).toEqual({
      discountCode: 'Apply this code, or clear the field',
    });
    expect(errorsAt('payment', { ...filledValues, promoEntry: 'SAVE10', discountCode: 'SAVE10' })).toEqual(
      {},
    );
    expect(errorsAt('payment', { ...filledValues, promoEntry: ' ' })).toEqual({});
  });
});
