import { describe, expect, test } from 'vitest';
import { businessPlanInput } from '#server/checkout/kinds/business-plan/business-plan.schema.ts';
import { validateBusinessPlan } from '#server/checkout/kinds/business-plan/business-plan-validation.ts';
import type { Viewer } from '#server/viewer/viewer.schema.ts';
import {
  businessPlanOrder,
  presentFailure,
} from '#web/features/checkout/business-plan/business-plan-order.ts';
import {
  type BusinessPlanValues,
  emptyBusinessPlan,
  emptyPromotion,
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

const everything = { loyalty: true, socialMedia: true, presentation: true };

function orderOf(changes: Partial<BusinessPlanValues> = {}, who: Partial<Viewer> = {}, plan = samplePlan()) {
  return businessPlanOrder({
    plan,
    viewer: { ...viewer, ...who },
    values: { ...filledBusinessPlan, ...changes },
    token: 'tok_1',
    shownTotalCents: 24_975,
    idempotencyKey: '0193a000-0000-7000-8000-000000000002',
  });
}

describe('[S3 business signup] what is sent', () => {
  test('is what the server’s own judgement takes, page for page', () => {
    const plan = samplePlan();
    const judged = validateBusinessPlan(businessPlanInput.parse(orderOf(everything)), plan.business, false);
    expect(judged.cart).toMatchObject({
      plan: 7,
      businessname: 'Park Street Bakery',
      type: 9,
      street2: null,
    });
    expect(judged.cart.programs.socialMedia).toMatchObject({ facebook: 'parkstreet', linkedin: null });
    expect(judged.cart.programs.presentation).toMatchObject({ presentationFuture: 'maybe' });
    expect(judged.w9).toMatchObject({ idNumber: '912345678', idType: 'ein' });
  });

  test('holds nothing of the pages that were not shown, and nothing of the card but its token', () => {
    const sent = Object.keys(orderOf());
    expect(sent).toContain('token');
    expect(
      sent.filter((name) => /^stripe|^presentation.|facebook|socialMediaInfo|w9|W9|Label|Entry/.test(name)),
    ).toEqual([]);
    expect(orderOf().termsAgree).toBeUndefined();
    expect(sent).not.toContain('promotions');
  });

  test('a form on file is not sent again, unless another one was entered', () => {
    expect(orderOf(everything, { hasW9: true })).not.toHaveProperty('w9');
    expect(orderOf({ ...everything, entersW9: true }, { hasW9: true })).toHaveProperty(
      'w9.idNumber',
      TAX_NUMBER.replaceAll('-', ''),
    );
  });

  test('links go out as they lead somewhere', () => {
    const plan = samplePlan({ asksPromotions: true });
    const promotions = [{ ...emptyPromotion, info: '<p>Bread</p>', url: 'example.com', additionalUrl: '' }];
    expect(orderOf({ url: ' www.example.com ', promotions }, {}, plan)).toMatchObject({
      url: 'https://www.example.com',
      promotions: [{ url: 'https://example.com', additionalUrl: null }],
    });
    expect(orderOf({ url: 'http://example.com' })).toMatchObject({ url: 'http://example.com' });
  });
});

describe('[design 6] the draft', () => {
  test('never holds a tax number or anything of the card; the rest of the form is there after a reload', () => {
    const values = { ...filledBusinessPlan, stripeName: 'HOLDER', stripeZip: '99999' };
    writeDraft(sessionStorage, 'canary', { values, submission: newSubmissionKey() }, SECRET_FIELDS);
    const stored = JSON.stringify({ ...sessionStorage });
    expect(stored).not.toMatch(new RegExp(`${TAX_NUMBER}|912345678|idNumber|stripe|HOLDER|99999`));
    const again = readDraft(sessionStorage, 'canary', emptyBusinessPlan(samplePlan())).values;
    expect(again.w9).toEqual({ ...filledBusinessPlan.w9, idNumber: '' });
    expect(again.type).toBe(9);
    sessionStorage.clear();
  });
});

describe('[design 4] a purchase that a mail’s link opens again', () => {
  test('has every field as it was sent, but for the tax number', () => {
    const plan = samplePlan({ asksPromotions: true });
    const promotions = [{ ...emptyPromotion, info: '<p>Bread</p>', code: 'BREAD' }];
    const sent = businessPlanInput.parse(
      orderOf({ ...everything, promotions, discountCode: 'save10' }, {}, plan),
    );
    const { cart } = validateBusinessPlan(sent, plan.business, false);
    const opened = valuesFromCart(plan, cart);
    expect(opened).toMatchObject({ businessname: 'Park Street Bakery', street2: '', type: 9, url: '' });
    expect(opened).toMatchObject({ ...everything, discountCode: 'SAVE10', promoEntry: 'SAVE10' });
    expect(opened).toMatchObject({ facebook: 'parkstreet', linkedin: '', presentationTime: '' });
    expect(opened.promotions).toEqual(promotions);
    expect(opened.w9.idNumber).toBe('');
    const again = businessPlanInput.parse(
      businessPlanOrder({
        plan,
        viewer: { ...viewer, hasW9: true },
        values: opened,
        token: 'tok_1',
        shownTotalCents: 24_975,
        idempotencyKey: '0193a000-0000-7000-8000-000000000003',
      }),
    );
    expect(validateBusinessPlan(again, plan.business, true).cart).toEqual(cart);
  });
});

describe('[S8 business purchase] a failure', () => {
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
    // Nobody knows yet whether it failed.
    ['PAYMENT_UNCONFIRMED', 'We could not confirm', 'We could not confirm'],
  ])('%s (%s) reads: %s', (code, message, shown) => {
    expect(presentFailure(failure(code, message)).message).toBe(shown);
  });
});
