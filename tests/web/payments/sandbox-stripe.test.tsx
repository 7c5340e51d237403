import {
  CardCvcElement,
  CardElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
} from '@stripe/react-stripe-js';
import type { Stripe, StripeCardNumberElementChangeEvent, StripeElementChangeEvent } from '@stripe/stripe-js';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createSandboxStripe } from '#web/features/payments/sandbox-stripe.ts';
import { openSandboxServer, type SandboxServer } from './sandbox-server.ts';

// Runs Stripe's unchanged React components on the sandbox.

let server: SandboxServer;
beforeAll(async () => {
  // jsdom doesn't implement modal dialogs.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  server = await openSandboxServer();
});
afterAll(() => server.close());

type Change = StripeElementChangeEvent & Partial<Pick<StripeCardNumberElementChangeEvent, 'brand'>>;

interface StripeForm {
  readonly stripe: Stripe;
  readonly user: ReturnType<typeof userEvent.setup>;
  readonly changes: Map<string, Change>;
  readonly loggedEvents: string[];
  token(): ReturnType<Stripe['createToken']>;
}

function renderForm(): StripeForm {
  server.connect();
  const stripe = createSandboxStripe('pk_test_sandbox');
  const changes = new Map<string, Change>();
  const loggedEvents: string[] = [];
  let elements: ReturnType<typeof useElements> = null;
  const onChange = (change: Change) => changes.set(change.elementType, change);
  const logEvent = (name: string) => ({
    onReady: () => loggedEvents.push(`${name} ready`),
    onFocus: () => loggedEvents.push(`${name} focus`),
    onBlur: () => loggedEvents.push(`${name} blur`),
    onEscape: () => loggedEvents.push(`${name} escape`),
  });
  function Fields() {
    elements = useElements();
    return (
      <>
        <label htmlFor="card-number">Card number</label>
        <CardNumberElement id="card-number" onChange={onChange} {...logEvent('number')} />
        <CardExpiryElement onChange={onChange} options={{ style: { base: { color: 'rgb(1, 2, 3)' } } }} />
        <CardCvcElement onChange={onChange} options={{ placeholder: 'On the back' }} />
      </>
    );
  }
  render(
    <StrictMode>
      <Elements stripe={stripe}>
        <Fields />
      </Elements>
    </StrictMode>,
  );
  return {
    stripe,
    user: userEvent.setup(),
    changes,
    loggedEvents,
    token: () => {
      const number = elements?.getElement(CardNumberElement);
      if (!number) throw new Error('There is no card number element');
      return stripe.createToken(number, { name: 'Ada Buyer', address_zip: '10001' });
    },
  };
}

const numberField = () => screen.getByRole('textbox', { name: 'Card number' });
const expiryField = () => screen.getByRole('textbox', { name: 'Credit or debit card expiration date' });
const cvcField = () => screen.getByRole('textbox', { name: 'Credit or debit card CVC/CVV' });

async function type(
  user: StripeForm['user'],
  number: string,
  expiry = '12 / 34',
  cvc = '123',
): Promise<void> {
  await user.type(numberField(), number);
  await user.type(expiryField(), expiry);
  await user.type(cvcField(), cvc);
}

describe('[D45] the sandbox’s card fields', () => {
  test('are labeled inputs with keyboard and autofill hints', async () => {
    const { loggedEvents } = renderForm();
    expect(numberField()).toHaveAttribute('inputmode', 'numeric');
    expect(numberField()).toHaveAttribute('autocomplete', 'cc-number');
    expect(expiryField()).toHaveAttribute('autocomplete', 'cc-exp');
    expect(expiryField()).toHaveStyle({ color: 'rgb(1, 2, 3)' });
    expect(cvcField()).toHaveAttribute('autocomplete', 'cc-csc');
    expect(cvcField()).toHaveAttribute('placeholder', 'On the back');
    expect(screen.getAllByRole('textbox')).toHaveLength(3);
    await waitFor(() => expect(loggedEvents).toContain('number ready'));
  });

  test('group digits, and accept spaces and dashes', async () => {
    const { user, changes } = renderForm();
    await type(user, '4242-4242 42424242', '1234');
    expect(numberField()).toHaveValue('4242 4242 4242 4242');
    expect(expiryField()).toHaveValue('12 / 34');
    for (const elementType of ['cardNumber', 'cardExpiry', 'cardCvc']) {
      expect(changes.get(elementType)).toMatchObject({ complete: true, empty: false, error: undefined });
    }
    expect(changes.get('cardNumber')?.brand).toBe('visa');
  });

  test.each([
    ['12/2034', '12 / 34'],
    ['5', '05'],
    ['1/34', '01 / 34'],
    ['0934', '09 / 34'],
  ])('read the expiry %s as %s', async (enteredText, formattedText) => {
    const { user } = renderForm();
    await user.click(expiryField());
    await user.paste(enteredText);
    expect(expiryField()).toHaveValue(enteredText === '5' ? '05 / ' : formattedText);
  });

  test('keep the caret when edited in the middle or deleted from the end', async () => {
    const { user } = renderForm();
    await user.type(numberField(), '4242424242424242');
    await user.type(numberField(), '{Backspace}', { initialSelectionStart: 6, initialSelectionEnd: 6 });
    expect(numberField()).toHaveValue('4242 2424 2424 242');
    await user.type(expiryField(), '1234');
    await user.type(expiryField(), '{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}');
    expect(expiryField()).toHaveValue('');
  });

  test('accept 15 digits and a 4-digit code for American Express', async () => {
    const { user, changes } = renderForm();
    await type(user, '378282246310005', '1234', '123');
    expect(numberField()).toHaveValue('3782 822463 10005');
    expect(changes.get('cardCvc')).toMatchObject({ complete: false });
    await user.type(cvcField(), '4');
    expect(changes.get('cardCvc')).toMatchObject({ complete: true });
  });

  test("show Stripe's messages: immediately if invalid, after blur if incomplete", async () => {
    const { user, changes } = renderForm();
    await user.type(numberField(), '4242');
    expect(changes.get('cardNumber')?.error).toBeUndefined();
    await user.tab();
    expect(changes.get('cardNumber')?.error?.message).toBe('Your card number is incomplete.');
    expect(numberField()).toHaveAttribute('aria-invalid', 'true');
    await user.type(numberField(), '424242424241');
    expect(changes.get('cardNumber')?.error?.message).toBe('Your card number is invalid.');
    await user.type(expiryField(), '0120');
    expect(changes.get('cardExpiry')?.error?.message).toBe("Your card's expiration year is in the past.");
    await user.type(cvcField(), '1');
    await user.tab();
    expect(changes.get('cardCvc')?.error?.message).toBe("Your card's security code is incomplete.");
  });

  test('report focus, blur, and Escape, and get the focus from their label', async () => {
    const { user, loggedEvents } = renderForm();
    await user.click(screen.getByText('Card number'));
    expect(numberField()).toHaveFocus();
    await user.keyboard('{Escape}');
    await user.tab();
    expect(loggedEvents.filter((event) => !event.endsWith('ready'))).toEqual([
      'number focus',
      'number escape',
      'number blur',
    ]);
  });
});

describe('[D45] a sandbox card', () => {
  test('becomes a token', async () => {
    const { user, token } = renderForm();
    await type(user, '4242424242424242');
    const tokenResult = await token();
    expect(tokenResult.error).toBeUndefined();
    expect(tokenResult.token).toMatchObject({ object: 'token', card: { last4: '4242', name: 'Ada Buyer' } });
    expect((await server.stripe.tokens.retrieve(tokenResult.token?.id ?? '')).card?.address_zip).toBe(
      '10001',
    );
  });

  test('is not sent while a field is empty or invalid', async () => {
    const { user, token } = renderForm();
    expect((await token()).error).toMatchObject({ code: 'incomplete_number', type: 'validation_error' });
    await user.type(numberField(), '4242424242424242');
    await user.type(expiryField(), '0120');
    expect((await token()).error?.code).toBe('invalid_expiry_year_past');
  });

  test('returns a refusal as an error without throwing', async () => {
    const { user, token } = renderForm();
    await type(user, '4000000000001000');
    expect((await token()).error).toMatchObject({ code: 'card_declined', type: 'card_error' });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    expect((await token()).error?.type).toBe('api_connection_error');
  });

  test('becomes a payment method from a single element with ZIP code', async () => {
    server.connect();
    const stripe = createSandboxStripe('pk_test_sandbox');
    const elements = stripe.elements();
    const user = userEvent.setup();
    render(
      <Elements stripe={stripe}>
        <CardElement />
      </Elements>,
    );
    expect(screen.getAllByRole('textbox')).toHaveLength(4);
    const container = document.createElement('div');
    document.body.append(container);
    const element = elements.create('card', { hidePostalCode: true });
    element.mount(container);
    const [number, expiry, cvc] = container.querySelectorAll('input');
    if (!number || !expiry || !cvc) throw new Error('The card element lacks a field');
    await user.type(number, '5555555555554444');
    await user.type(expiry, '1234');
    await user.type(cvc, '123');
    const { paymentMethod } = await stripe.createPaymentMethod({ type: 'card', card: element });
    expect(paymentMethod?.card).toMatchObject({ brand: 'mastercard', last4: '4444' });
    element.destroy();
    expect(container).toBeEmptyDOMElement();
  });
});

describe('the 3-D Secure challenge', () => {
  test.each([
    ['Complete authentication', 'succeeded', 'active'],
    ['Fail authentication', 'failed', 'incomplete'],
  ])('closes after %s', async (button, outcome, status) => {
    const { stripe, user } = renderForm();
    const soldSubscription = await server.sell('authenticationRequired');
    const confirming = stripe.confirmCardPayment(soldSubscription.secret);
    const dialog = await screen.findByRole('dialog', { name: 'Your bank wants to make sure it’s you' });
    expect(dialog).toHaveAccessibleDescription(/no money moves/);
    await user.click(screen.getByRole('button', { name: button }));
    const { paymentIntent, error } = await confirming;
    expect(screen.queryByRole('dialog')).toBeNull();
    if (outcome === 'succeeded') expect(paymentIntent?.status).toBe('succeeded');
    else expect(error?.code).toBe('payment_intent_authentication_failure');
    expect((await server.stripe.subscriptions.retrieve(soldSubscription.id)).status).toBe(status);
  });

  test('lets another card pay after a failed challenge', async () => {
    const { stripe } = renderForm();
    const soldSubscription = await server.sell('chargeCustomerFail');
    const { paymentIntent } = await stripe.confirmCardPayment(soldSubscription.secret, {
      payment_method: 'pm_card_visa',
    });
    expect(paymentIntent?.status).toBe('succeeded');
    expect((await server.stripe.subscriptions.retrieve(soldSubscription.id)).status).toBe('active');
  });

  test("returns a decline with the bank's message", async () => {
    const { stripe } = renderForm();
    const soldSubscription = await server.sell('chargeCustomerFail');
    const { error } = await stripe.confirmCardPayment(soldSubscription.secret, {
      payment_method: 'pm_card_chargeDeclinedInsufficientFunds',
    });
    expect(error).toMatchObject({
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    });
  });
});
