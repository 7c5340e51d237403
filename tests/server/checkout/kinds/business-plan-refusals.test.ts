import { describe, expect, it, test } from 'vitest';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { businessPlanPurchase, captureError, SAMPLE_W9 } from '#tests/helpers/purchases/business-plan.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

const makeOwner = async () => checkout().caller(await makeAccount(database.db));

describe('[S5 business basic info] a purchase of a business plan', () => {
  test.each([
    ['businessname', { businessname: ' ' }, 'Required Field'],
    ['phone', { phone: undefined }, 'Required Field'],
    ['street1', { street1: '' }, 'Required Field'],
    ['city', { city: null }, 'Required Field'],
    ['state', { state: '' }, 'Required Field'],
    ['zip', { zip: '' }, 'Required Field'],
    ['zip', { zip: '00000', city: 'Nowhere at all' }, 'We don’t recognize this ZIP code'],
    ['url', { url: 'javascript:alert(1)' }, 'Please enter a web address, such as www.example.com'],
    ['contractAgree', { contractAgree: false }, 'Required Field'],
    ['termsAgree', { termsAgree: false }, 'Required Field'],
    ['privacyAgree', { privacyAgree: undefined }, 'Required Field'],
    [
      'w9.usPerson',
      { loyalty: true, w9: { ...SAMPLE_W9, usPerson: false } },
      'We only support US persons at this time',
    ],
    [
      'w9.legalNameOfBusiness',
      { loyalty: true, w9: { ...SAMPLE_W9, legalNameOfBusiness: '' } },
      'Required Field',
    ],
    [
      'w9.taxClassification',
      { loyalty: true, w9: { ...SAMPLE_W9, taxClassification: null } },
      'Required Field',
    ],
    ['w9.idType', { loyalty: true, w9: { ...SAMPLE_W9, idType: 'itin' } }, 'Required Field'],
    ['w9.idNumber', { loyalty: true, w9: { ...SAMPLE_W9, idNumber: '' } }, 'Required Field'],
    ['w9.idNumber', { loyalty: true, w9: undefined }, 'Required Field'],
    [
      'w9.acceptedTerms',
      { loyalty: true, w9: { ...SAMPLE_W9, acceptedTerms: false } },
      'Please accept the terms',
    ],
    ['presentationContactName', { presentation: true }, 'Please enter a contact name'],
    ['presentationContactEmail', { presentation: true }, 'Please enter a contact email'],
    ['presentationContactEmail', { presentation: true, presentationContactEmail: 'ben' }, 'Invalid Email'],
    ['presentationFuture', { presentation: true }, 'Required Field'],
    [
      'socialMediaInfo',
      { socialMedia: true, socialMediaInfo: 'word '.repeat(251) },
      'Please use at most 250 words',
    ],
    ['promotions.0.info', { promotions: [{ info: '' }] }, 'Required Field'],
    [
      'promotions.1.info',
      { promotions: [{ info: 'fine' }, { info: '<script>x</script>' }] },
      'Required Field',
    ],
    ['plan', { plan: 0 }, 'Please choose a plan'],
    ['discountCode', { discountCode: 'NO-SUCH-CODE' }, 'Wrong Promo Code'],
  ])('is refused at %s for %j', async (field, overrides, sentence) => {
    const error = await captureError(
      (await makeOwner()).businessPlans.purchase(businessPlanPurchase(overrides)),
    );
    expect(error.fieldErrors?.[field]).toBe(sentence);
    expect(error.status).toBeLessThan(500);
  });

  it('can have 250 words about social media', async () => {
    const input = businessPlanPurchase({ socialMedia: true, socialMediaInfo: 'word '.repeat(250) });
    expect(await (await makeOwner()).businessPlans.purchase(input)).toMatchObject({ status: 'paid' });
  });

  it('reports the errors of every page together', async () => {
    const input = businessPlanPurchase({ businessname: '', loyalty: true, contractAgree: false });
    const { fieldErrors } = await captureError((await makeOwner()).businessPlans.purchase(input));
    expect(Object.keys(fieldErrors ?? {})).toEqual(
      expect.arrayContaining(['businessname', 'w9.legalNameOfBusiness', 'contractAgree']),
    );
  });

  it('is refused to a visitor and for another account', async () => {
    const stranger = await makeAccount(database.db);
    expect(
      (await captureError(checkout().caller(null).businessPlans.purchase(businessPlanPurchase()))).code,
    ).toBe('NOT_SIGNED_IN');
    const input = businessPlanPurchase({ accountID: stranger.id });
    expect((await captureError((await makeOwner()).businessPlans.purchase(input))).code).toBe(
      'ACCOUNT_MISMATCH',
    );
  });

  it('[D2] is refused if the price differs from the catalog’s or the card is missing', async () => {
    const caller = await makeOwner();
    const priceError = await captureError(
      caller.businessPlans.purchase(businessPlanPurchase({ shownTotalCents: 9989 })),
    );
    expect(priceError.code).toBe('PRICE_CHANGED');
    const cardError = await captureError(
      caller.businessPlans.purchase(businessPlanPurchase({ token: 'none' })),
    );
    expect(cardError.code).toBe('CARD_INVALID');
    expect(await caller.businessPlans.mine()).toBeNull();
  });
});
