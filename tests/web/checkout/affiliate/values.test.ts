import { describe, expect, test } from 'vitest';
import {
  affiliateCart,
  affiliateSignupInput,
} from '#server/domains/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import { validateAffiliateSignup } from '#server/domains/checkout/kinds/affiliate-signup/affiliate-signup-validation.ts';
import type { AffiliateStepConditions } from '#web/features/checkout/affiliate/affiliate-signup.tsx';
import {
  type AffiliateValues,
  buildSignupInput,
  emptyAffiliate,
  SECRET_FIELDS,
  signupErrorHeader,
  valuesFromCart,
} from '#web/features/checkout/affiliate/affiliate-values.ts';
import { maskBirthday } from '#web/features/checkout/affiliate/information-page.tsx';
import { parseSignupRole } from '#web/features/checkout/affiliate/signup-roles.ts';
import { CARD_FIELD_NAMES } from '#web/features/payments/card-fields.schema.ts';
import { readDraft, writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import { CANARIES, filledAffiliate, joiningConditions } from './samples.ts';

const NOTHING_ON_FILE = { hasW9: false, hasW8: false, isMember: false };

function buildOrder(
  conditions: Partial<AffiliateStepConditions> = {},
  changes: Partial<AffiliateValues> = {},
) {
  return buildSignupInput({
    conditions: { ...joiningConditions, ...conditions },
    values: { ...filledAffiliate, ...changes },
    code: 'DEMO1',
    idempotencyKey: '0193a000-0000-7000-8000-000000000002',
    payment: { token: 'tok_1', shownTotalCents: 4995 },
  });
}

describe('[S3 affiliate signup] the submitted input', () => {
  test.each(['friend', 'influencer', 'educator', 'loyalty'] as const)(
    "passes the server's validation for %s",
    (role) => {
      const parsedOrder = affiliateSignupInput.parse(buildOrder({ role }, { purchaseMembership: '1' }));
      const validated = validateAffiliateSignup(parsedOrder, role, NOTHING_ON_FILE);
      expect(validated.fieldErrors).toEqual({});
      expect(validated.pages).toMatchObject({
        choice: role === 'loyalty' ? 2 : 1,
        donates: false,
        taxForm: { w9: { idNumber: '912345678' } },
        form: { birthday: '01/02/1990', code: 'DEMO1' },
      });
    },
  );

  test('omits the fields of hidden pages', () => {
    const withoutMembership = buildOrder(
      {},
      { purchaseMembership: '2', requestedPhysicalCard: true, members: [{ name: 'A', latinName: '' }] },
    );
    expect(withoutMembership).toMatchObject({ requestedPhysicalCard: false, discountCode: null });
    for (const field of ['members', 'businessName', 'employees', 'w8']) {
      expect(withoutMembership).not.toHaveProperty(field);
    }
    const loyalty = buildOrder({ role: 'loyalty' });
    for (const field of ['purchaseMembership', 'privacyAgree', 'policyAgree', 'donate', 'members']) {
      expect(loyalty).not.toHaveProperty(field);
    }
  });

  test('includes only the requested tax form, and none if one is on file', () => {
    expect(buildOrder()).toHaveProperty('w9');
    expect(buildOrder({ hasW9: true })).not.toHaveProperty('w9');
    expect(buildOrder({}, { donate: true })).not.toHaveProperty('w9');
    expect(buildOrder({}, { country: 'FR' })).not.toHaveProperty('w9');
    expect(buildOrder({}, { country: 'FR' })).toHaveProperty('w8.ForeignTaxID', CANARIES.foreign);
    expect(JSON.stringify(buildOrder({ hasW9: true }))).not.toContain(CANARIES.w9);
  });
});

describe('a signup’s draft', () => {
  test('contains everything but tax numbers, card, and signature', () => {
    const card = Object.fromEntries(CARD_FIELD_NAMES.map((name) => [name, `CANARY-${name}`]));
    const values = { ...filledAffiliate, ...card };
    writeDraft(sessionStorage, 'canary', { values, submission: newSubmissionKey() }, SECRET_FIELDS);
    const storedDraft = sessionStorage.getItem('wizard:canary') ?? '';
    for (const secret of [...Object.values(CANARIES), 'CANARY', filledAffiliate.signature, '912345678']) {
      expect(storedDraft).not.toContain(secret);
    }
    const { values: draftValues } = readDraft(sessionStorage, 'canary', emptyAffiliate);
    expect(draftValues).toMatchObject({
      birthday: '01/02/1990',
      w9: { legalNameOfBusiness: 'Olivia Park', idNumber: '' },
      w8: { name: 'Amélie Roux', USTaxPayerID: '', ForeignTaxID: '', ReferenceNumber: '' },
      signature: '',
      contractAgree: true,
    });
  });

  test('from an email’s link is prefilled except for the signature', () => {
    const cart = affiliateCart.parse({
      ...filledAffiliate,
      signupId: '0193a000-0000-7000-8000-000000000001',
      role: 'educator',
      plan: 1,
      firstname: 'Olivia',
      lastname: 'Park',
      members: [{ name: 'Ann Park' }],
      discountCode: 'TEN',
    });
    expect(valuesFromCart(cart, emptyAffiliate)).toMatchObject({
      purchaseMembership: '1',
      members: [{ name: 'Ann Park' }],
      street2: '',
      promoEntry: 'TEN',
      contractAgree: true,
      policyAgree: true,
      signature: '',
    });
  });
});

describe('[S2 link /educators] the signup’s role in the URL', () => {
  test.each([
    ['type', 'rep', 'educator'],
    ['type', 'friend', 'friend'],
    ['type', 'influencer', 'influencer'],
    ['signup', 'influencer', 'influencer'],
    ['signup', 'loyalty', 'loyalty'],
    ['signup', 'educator', 'educator'],
    ['type', 'educator', null],
    ['type', 'toString', null],
    ['signup', 'friend', null],
    ['signup', '', null],
  ] as const)('is read from ?%s=%s as %s', (parameter, word, role) => {
    expect(parseSignupRole(parameter, word)).toBe(role);
  });
});

test('[S8 invalid card] the error header shows the specified text for an invalid card', () => {
  const failure = (code: string) => ({ code, message: '', fieldErrors: {}, requestId: undefined });
  for (const role of ['friend', 'influencer', 'educator', 'loyalty'] as const) {
    expect(signupErrorHeader(role)(failure('CARD_INVALID'))).toBe('There was an problem');
  }
  expect(signupErrorHeader('friend')(failure('UNEXPECTED'))).toBe('There was an problem.');
  expect(signupErrorHeader('influencer')(failure('CARD_DECLINED'))).toBe('There was an problem.');
  expect(signupErrorHeader('educator')(failure('UNEXPECTED'))).toBe('There was an Error');
});

describe('[S9 limits] the birthday mask', () => {
  /** Simulates typing one key after another. */
  const typeKeys = (keys: string) => [...keys].reduce((value, key) => maskBirthday(value + key, value), '');

  test.each([
    ['01021990', '01/02/1990'],
    ['01/02/1990', '01/02/1990'],
    ['1/2/1990', '01/02/1990'],
    ['1-2-1990', '01/02/1990'],
    ['12.31.1990', '12/31/1990'],
    ['010219901', '01/02/1990'],
    ['abc', ''],
  ])('turns %s into %s while typing', (keys, expected) => {
    expect(typeKeys(keys)).toBe(expected);
  });

  test.each(['1990-01-02', '1/2/1990', '01/02/1990', ' 1990-01-02 '])('accepts pasting %s', (pasted) => {
    expect(maskBirthday(pasted, '')).toBe('01/02/1990');
  });

  test("doesn't re-insert deleted characters", () => {
    expect(maskBirthday('01', '01/')).toBe('01');
    expect(maskBirthday('01/', '01/0')).toBe('01/');
    expect(maskBirthday('1/02/1990', '01/02/1990')).toBe('1/02/1990');
    expect(maskBirthday('', '0')).toBe('');
  });
});
