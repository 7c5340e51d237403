import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LocalSandbox, openLocalSandbox } from './provider.ts';
import { captureStripeError, newBuyer } from './purchases.ts';

let sandbox: LocalSandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await openLocalSandbox();
  stripe = sandbox.stripe;
});
afterAll(() => sandbox.close());

const cardFields = (number: string) => ({ number, exp_month: '12', exp_year: '34', cvc: '123' });

async function pay(number: string): Promise<Stripe.PaymentIntent> {
  const { id } = await stripe.tokens.create({ card: cardFields(number) });
  const method = await stripe.paymentMethods.create({ type: 'card', card: { token: id } });
  return stripe.paymentIntents.create({
    amount: 5995,
    currency: 'usd',
    payment_method: method.id,
    confirm: true,
    return_url: 'https://example.com',
  });
}

describe('[D45] Stripe’s published test cards', () => {
  test.each([
    ['4242424242424242', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['378282246310005', 'amex'],
    ['6011111111111117', 'discover'],
    ['3056930009020004', 'diners'],
    ['3566002020360505', 'jcb'],
    ['6200000000000005', 'unionpay'],
  ])('%s is charged as %s', async (number, brand) => {
    const paidIntent = await pay(number);
    expect(paidIntent.status).toBe('succeeded');
    const method = await stripe.paymentMethods.retrieve(String(paidIntent.payment_method));
    expect(method.card).toMatchObject({ brand, last4: number.slice(-4), exp_year: 2034 });
  });

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['4000000000009979', 'card_declined', 'stolen_card', 'Your card was declined.'],
    ['4000000000000069', 'expired_card', '', 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', '', "Your card's security code is incorrect."],
    ['4000000000000119', 'processing_error', '', /^An error occurred while processing your card/],
    ['4100000000000019', 'card_declined', 'fraudulent', 'Your card was declined.'],
  ])('%s is declined with %s %s', async (number, code, decline, message) => {
    const error = await captureStripeError(pay(number));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code });
    expect(error.decline_code).toBe(decline);
    expect(error.message).toMatch(message);
    expect(error.payment_intent?.status).toBe('requires_payment_method');
    const [charge] = (await stripe.charges.list({ payment_intent: error.payment_intent?.id ?? '' })).data;
    expect(charge).toMatchObject({ paid: false, failure_code: code });
  });

  test('that are declined cannot be attached, but those that fail only when charged can', async () => {
    const { customer } = await newBuyer(stripe);
    expect(
      await captureStripeError(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer })),
    ).toMatchObject({
      code: 'card_declined',
    });
    expect((await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })).customer).toBe(
      customer,
    );
  });

  test.each([
    ['4000002500003155', 'requires_action', 'card_declined'],
    ['4000002760003184', 'requires_action', 'card_declined'],
    ['4000000000003220', 'requires_action', null],
    ['4000003800000446', 'requires_action', null],
    ['4000000000003055', 'succeeded', null],
  ])(
    'include %s, which leads to %s with the buyer present and to %s without',
    async (number, onSession, offSession) => {
      expect((await pay(number)).status).toBe(onSession);
      const method = await stripe.paymentMethods.create({ type: 'card', card: typedNumbers(number) });
      const { customer } = await newBuyer(stripe);
      await stripe.paymentMethods.attach(method.id, { customer });
      const payment = stripe.paymentIntents.create({
        amount: 5995,
        currency: 'usd',
        customer,
        payment_method: method.id,
        confirm: true,
        off_session: true,
      });
      if (offSession === null) expect((await payment).status).toBe('succeeded');
      else
        expect(await captureStripeError(payment)).toMatchObject({
          code: 'authentication_required',
          statusCode: 402,
        });
    },
  );

  test.each([
    ['card number', { number: '4242424242424241' }, 'incorrect_number', 'Your card number is incorrect.'],
    [
      'expiration month',
      { exp_month: '13' },
      'invalid_expiry_month',
      "Your card's expiration month is invalid.",
    ],
    [
      'expiration year',
      { exp_year: '2020' },
      'invalid_expiry_year',
      "Your card's expiration year is invalid.",
    ],
    ['security code', { cvc: '99' }, 'invalid_cvc', "Your card's security code is invalid."],
  ])('create no token with an invalid %s', async (_what, invalidFields, code, message) => {
    const error = await captureStripeError(
      stripe.tokens.create({ card: { ...cardFields('4242424242424242'), ...invalidFields } }),
    );
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, message });
  });

  test('exclude other cards, which are declined and not stored', async () => {
    const error = await captureStripeError(stripe.tokens.create({ card: cardFields('4000000000001000') }));
    expect(error).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' });
    const savedMethods = await stripe.paymentMethods.list({ customer: (await newBuyer(stripe)).customer });
    expect(savedMethods.data.every(({ card }) => card?.last4 !== '1000')).toBe(true);
  });

  test('lead to a token that can be used once', async () => {
    const { id } = await stripe.tokens.create({ card: cardFields('4242424242424242') });
    await stripe.paymentMethods.create({ type: 'card', card: { token: id } });
    expect(
      await captureStripeError(stripe.paymentMethods.create({ type: 'card', card: { token: id } })),
    ).toMatchObject({
      statusCode: 400,
      code: 'token_already_used',
    });
    expect(
      await captureStripeError(stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_none' } })),
    ).toMatchObject({
      code: 'resource_missing',
    });
  });

  test('include 4000000000000259, which is disputed as soon as it is charged', async () => {
    const paidIntent = await pay('4000000000000259');
    const { data } = await stripe.disputes.list({ payment_intent: paidIntent.id });
    expect(data).toMatchObject([{ amount: 5995, reason: 'fraudulent', status: 'needs_response' }]);
  });
});

function typedNumbers(number: string): Stripe.PaymentMethodCreateParams.Card {
  return { number, exp_month: 12, exp_year: 2034, cvc: '123' };
}
