import { describe, expect, test } from 'vitest';
import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import { cardCart } from '#server/domains/checkout/kinds/card/card-purchase.schema.ts';
import { addressKey } from '#web/features/checkout/address-values.ts';
import {
  buildCardPurchaseInput,
  type CardPurchaseValues,
  emptyPurchase,
  SECRET_FIELDS,
  valuesFromCart,
} from '#web/features/checkout/card/card-purchase-values.ts';
import { withoutPaths } from '#web/ui/wizard/draft-values.ts';

const makePlan = (id: number, isFamily: boolean): Plan => ({
  id,
  kind: 'consumer',
  name: 'Plan',
  orderSummaryName: 'Plan',
  slug: isFamily ? 'family' : 'individual',
  priceCents: 4995,
  billingInterval: 'month',
  isFamily,
  isEmployeeCard: false,
  isCompanyPlan: false,
  copy: { title: 'Plan', label: '', summary: '', points: [] },
  business: null,
});

const values: CardPurchaseValues = {
  ...emptyPurchase,
  buyer: 'account',
  firstname: ' Ann ',
  lastname: 'Smith',
  phone: '(555) 010-0142',
  email: 'ann@example.com',
  street1: '350 5th Ave',
  city: 'New York',
  state: 'New York',
  zip: '101181234',
  spouseFirstName: 'Ben',
  members: [{ name: 'Cleo', latinName: '' }],
  contractAgree: true,
  requestedPhysicalCard: true,
  stripeName: 'Ann Smith',
  stripeZip: '10118',
};

const accountId = '0193a000-0000-7000-8000-000000000001';
const idempotencyKey = '0193a000-0000-7000-8000-000000000002';
const submission = { values, accountId, token: 'tok_1', shownTotalCents: 5995, idempotencyKey };

describe('[S3 card purchase] the submitted input', () => {
  test('contains cart, shown price, and key, but no card data except the token', () => {
    const input = buildCardPurchaseInput({ ...submission, plan: makePlan(0, false) });
    expect(input).toMatchObject({ plan: 0, firstname: 'Ann', requestedPhysicalCard: true, token: 'tok_1' });
    expect(input).toMatchObject({ accountID: accountId, shownTotalCents: 5995, idempotencyKey });
    expect(Object.keys(input).filter((name) => name.startsWith('stripe'))).toEqual([]);
  });

  test('includes family members only for the family plan', () => {
    expect(buildCardPurchaseInput({ ...submission, plan: makePlan(1, true) })).toMatchObject({
      spouseFirstName: 'Ben',
      members: [{ name: 'Cleo' }],
    });
    expect(buildCardPurchaseInput({ ...submission, plan: makePlan(0, false) })).toMatchObject({
      spouseFirstName: null,
      members: [],
    });
  });

  test('[D40] contains no account for a guest', () => {
    const input = buildCardPurchaseInput({
      ...submission,
      values: { ...values, buyer: 'guest' },
      plan: makePlan(0, false),
    });
    expect(input.accountID).toBeNull();
  });
});

describe('a draft of the purchase', () => {
  test('contains no card data, not even the cardholder’s name', () => {
    const storedDraft = JSON.stringify(
      withoutPaths({ ...values, stripeName: 'HOLDER', stripeZip: '99999' }, SECRET_FIELDS),
    );
    expect(storedDraft).not.toMatch(/stripe|HOLDER|99999/);
    expect(storedDraft).toContain('350 5th Ave');
  });
});

describe('a purchase reopened from an email’s link', () => {
  test('has every field', () => {
    const cart = cardCart.parse({
      ...buildCardPurchaseInput({ ...submission, plan: makePlan(1, true) }),
      discountCode: 'save10',
    });
    const reopenedValues = valuesFromCart(cart, false);
    expect(reopenedValues).toMatchObject({
      buyer: 'guest',
      firstname: 'Ann',
      spouseFirstName: 'Ben',
      street2: '',
    });
    expect(reopenedValues).toMatchObject({
      discountCode: 'SAVE10',
      promoEntry: 'SAVE10',
      contractAgree: true,
    });
    expect(reopenedValues.confirmedAddress).toBe(addressKey(reopenedValues));
    expect(cardCart.parse({ ...reopenedValues, plan: 1 })).toEqual(cart);
  });
});
