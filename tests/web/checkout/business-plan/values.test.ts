import { describe, expect, test } from 'vitest';
import { businessPlanInput } from '#server/domains/checkout/kinds/business-plan/business-plan.schema.ts';
import { validateBusinessPlan } from '#server/domains/checkout/kinds/business-plan/business-plan-purchase.service.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import {
  type BusinessPlanValues,
  buildBusinessPlanInput,
  emptyBusinessPlan,
  emptyPromotion,
  presentFailure,
  SECRET_FIELDS,
  valuesFromCart,
} from '#web/features/checkout/business-plan/business-plan-values.ts';
import { readDraft, writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import { filledBusinessPlan, samplePlan, TAX_NUMBER } from './samples.ts';

const viewer: Viewer = {
  id: '0193a000-0000-7000-8000-000000000001',
  firstname: 'Olivia',
  lastname: 'Park',
  email: 'olivia@example.com',
  accountType: 0,
  businessSearchList: false,
  hasBusinessPlan: false,
  hasValidMembership: false,
  influencer: false,
  friend: false,
  hasW9: false,
  hasW8: false,
  w9: null,
};

const allOptIns = { loyalty: true, socialMedia: true, presentation: true };

function buildOrder(
  changes: Partial<BusinessPlanValues> = {},
  viewerChanges: Partial<Viewer> = {},
  plan = samplePlan(),
) {
  return buildBusinessPlanInput({
    plan,
    viewer: { ...viewer, ...viewerChanges },
    values: { ...filledBusinessPlan, ...changes },
    token: 'tok_1',
    shownTotalCents: 24_975,
    idempotencyKey: '0193a000-0000-7000-8000-000000000002',
  });
}

describe('[S3 business signup] the submitted input', () => {
  test("passes the server's validation on every page", () => {
    const plan = samplePlan();
    const validatedOrder = validateBusinessPlan(
      businessPlanInput.parse(buildOrder(allOptIns)),
      plan.business,
      false,
    );
    expect(validatedOrder.cart).toMatchObject({
      plan: 7,
      businessname: 'Park Street Bakery',
      type: 9,
      street2: null,
    });
    expect(validatedOrder.cart.programs.socialMedia).toMatchObject({
      facebook: 'parkstreet',
      linkedin: null,
    });
    expect(validatedOrder.cart.programs.presentation).toMatchObject({ presentationFuture: 'maybe' });
    expect(validatedOrder.w9).toMatchObject({ idNumber: '912345678', idType: 'ein' });
  });

  test('omits the fields of hidden pages, and all card data except the token', () => {
    const sentFields = Object.keys(buildOrder());
    expect(sentFields).toContain('token');
    expect(
      sentFields.filter((name) =>
        /^stripe|^presentation.|facebook|socialMediaInfo|w9|W9|Label|Entry/.test(name),
      ),
    ).toEqual([]);
    expect(buildOrder().termsAgree).toBeUndefined();
    expect(sentFields).not.toContain('promotions');
  });

  test('includes a W-9 only if none is on file or a new one was entered', () => {
    expect(buildOrder(allOptIns, { hasW9: true })).not.toHaveProperty('w9');
    expect(buildOrder({ ...allOptIns, entersW9: true }, { hasW9: true })).toHaveProperty(
      'w9.idNumber',
      TAX_NUMBER.replaceAll('-', ''),
    );
  });

  test('contains complete web addresses', () => {
    const plan = samplePlan({ asksPromotions: true });
    const promotions = [{ ...emptyPromotion, info: '<p>Bread</p>', url: 'example.com', additionalUrl: '' }];
    expect(buildOrder({ url: ' www.example.com ', promotions }, {}, plan)).toMatchObject({
      url: 'https://www.example.com',
      promotions: [{ url: 'https://example.com', additionalUrl: null }],
    });
    expect(buildOrder({ url: 'http://example.com' })).toMatchObject({ url: 'http://example.com' });
  });
});

describe('a draft of the purchase', () => {
  test('contains everything but the tax number and card data', () => {
    const values = { ...filledBusinessPlan, stripeName: 'HOLDER', stripeZip: '99999' };
    writeDraft(sessionStorage, 'canary', { values, submission: newSubmissionKey() }, SECRET_FIELDS);
    const storageText = JSON.stringify({ ...sessionStorage });
    expect(storageText).not.toMatch(new RegExp(`${TAX_NUMBER}|912345678|idNumber|stripe|HOLDER|99999`));
    const draftValues = readDraft(sessionStorage, 'canary', emptyBusinessPlan(samplePlan())).values;
    expect(draftValues.w9).toEqual({ ...filledBusinessPlan.w9, idNumber: '' });
    expect(draftValues.type).toBe(9);
    sessionStorage.clear();
  });
});

describe('a purchase reopened from an email’s link', () => {
  test('has every field but the tax number', () => {
    const plan = samplePlan({ asksPromotions: true });
    const promotions = [{ ...emptyPromotion, info: '<p>Bread</p>', code: 'BREAD' }];
    const sentFields = businessPlanInput.parse(
      buildOrder({ ...allOptIns, promotions, discountCode: 'save10' }, {}, plan),
    );
    const { cart } = validateBusinessPlan(sentFields, plan.business, false);
    const reopenedValues = valuesFromCart(plan, cart);
    expect(reopenedValues).toMatchObject({
      businessname: 'Park Street Bakery',
      street2: '',
      type: 9,
      url: '',
    });
    expect(reopenedValues).toMatchObject({ ...allOptIns, discountCode: 'SAVE10', promoEntry: 'SAVE10' });
    expect(reopenedValues).toMatchObject({ facebook: 'parkstreet', linkedin: '', presentationTime: '' });
    expect(reopenedValues.promotions).toEqual(promotions);
    expect(reopenedValues.w9.idNumber).toBe('');
    const draftValues = businessPlanInput.parse(
      buildBusinessPlanInput({
        plan,
        viewer: { ...viewer, hasW9: true },
        values: reopenedValues,
        token: 'tok_1',
        shownTotalCents: 24_975,
        idempotencyKey: '0193a000-0000-7000-8000-000000000003',
      }),
    );
    expect(validateBusinessPlan(draftValues, plan.business, true).cart).toEqual(cart);
  });
});

describe('[S8 business purchase] the error message', () => {
  const failure = (code: string, message: string) => ({
    code,
    message,
    fieldErrors: {},
    requestId: undefined,
  });
  test.each([
    ['CARD_DECLINED', 'Your card was declined.', 'Payment failed: Your card was declined.'],
    [
      'CARD_INVALID',
      'The debit/credit card that was used is invalid.',
      'The debit/credit card that was used is invalid.',
    ],
    ['UNEXPECTED', 'Please contact customer support', 'Something went wrong with the payment.'],
    ['NETWORK', 'Please contact customer support', 'Something went wrong with the payment.'],
    ['PRICE_CHANGED', 'The price has changed', 'The price has changed'],
    // The outcome is still unknown.
    ['PAYMENT_UNCONFIRMED', 'We couldn’t confirm', 'We couldn’t confirm'],
  ])('for %s (%s) is: %s', (code, message, expected) => {
    expect(presentFailure(failure(code, message)).message).toBe(expected);
  });
});
