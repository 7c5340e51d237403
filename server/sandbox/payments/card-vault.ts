import { cardError, invalidRequest, missingParam } from '../http/errors.ts';
import { newId } from '../state/ids.ts';
import type { Records, VaultCard } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { needsAuthentication } from './bank.ts';
import { findBrand, findPublishedCard, type TestCard, testCard } from './test-cards.ts';
import { computeCardFingerprint } from './tokens.ts';

export type PaymentMethod = Records['payment_method'];
export type BillingDetails = PaymentMethod['billing_details'];

/** A test id such as `pm_card_visa` creates a new payment method on each use. */
export function resolvePaymentMethod(world: World, id: string, param: string): PaymentMethod {
  if (id.startsWith('pm_card_')) {
    const card = findPublishedCard(id);
    if (card === undefined) throw missingParam('PaymentMethod', id, param);
    return createPaymentMethod(world, { card, expMonth: 12, expYear: 2034, cvcGiven: true }, {});
  }
  const paymentMethod = world.store.find('payment_method', id);
  if (paymentMethod === undefined) throw missingParam('PaymentMethod', id, param);
  return paymentMethod;
}

export function getVaultCard(world: World, paymentMethod: PaymentMethod): VaultCard {
  return world.store.get('vault_card', paymentMethod.id);
}

/**
 * Throws if the bank declines the card, or if another customer has it. Does nothing if it is already attached
 * to this customer.
 */
export function attach(world: World, paymentMethod: PaymentMethod, customer: string): PaymentMethod {
  if (paymentMethod.customer === customer) return paymentMethod;
  if (paymentMethod.customer !== null) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    });
  }
  const card = testCard(getVaultCard(world, paymentMethod).number);
  if (card?.refusal !== undefined && card.attaches !== true) throw cardError(card.refusal, {}, false);
  const attachedMethod = world.store.put('payment_method', {
    ...paymentMethod,
    customer,
    ...(paymentMethod.card === undefined
      ? {}
      : { card: { ...paymentMethod.card, checks: createBankChecks(card, paymentMethod.billing_details) } }),
  });
  world.emit('payment_method.attached', attachedMethod);
  return attachedMethod;
}

/** Detaches a payment method. If it was the customer's default, the customer then has no default. */
export function detachPaymentMethod(world: World, paymentMethod: PaymentMethod): PaymentMethod {
  const { customer: customerId } = paymentMethod;
  if (customerId === null) {
    throw invalidRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  }
  const customer = world.store.get('customer', String(customerId));
  if (customer.invoice_settings.default_payment_method === paymentMethod.id) {
    const invoice_settings = { ...customer.invoice_settings, default_payment_method: null };
    world.store.put('customer', { ...customer, invoice_settings });
  }
  const detachedMethod = world.store.put('payment_method', { ...paymentMethod, customer: null });
  world.emit('payment_method.detached', detachedMethod, { customer: customerId });
  return detachedMethod;
}

export function allowOffSession(world: World, paymentMethod: string): void {
  const card = world.store.find('vault_card', paymentMethod);
  if (card !== undefined && !card.readyOffSession) {
    world.store.put('vault_card', { ...card, readyOffSession: true });
  }
}

export function needsSetup(world: World, paymentMethod: PaymentMethod): boolean {
  return needsAuthentication({
    card: getVaultCard(world, paymentMethod),
    offSession: false,
    authenticated: false,
  });
}

export interface NewCard {
  readonly card: TestCard;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvcGiven: boolean;
}

/** The payment method isn't attached to a customer yet. */
export function createPaymentMethod(
  world: World,
  newCard: NewCard,
  details: { billing?: BillingDetails; metadata?: Record<string, string> },
): PaymentMethod {
  const id = newId('pm');
  const { brand, network } = findBrand(newCard.card.number);
  const billingDetails = details.billing ?? NO_BILLING;
  const paymentMethod: PaymentMethod = {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingDetails,
    card: {
      brand,
      checks: createUncheckedChecks(billingDetails, newCard.cvcGiven),
      country: 'US',
      display_brand: brand === 'amex' ? 'american_express' : brand,
      exp_month: newCard.expMonth,
      exp_year: newCard.expYear,
      fingerprint: computeCardFingerprint(newCard.card.number),
      funding: newCard.card.funding ?? 'credit',
      generated_from: null,
      last4: newCard.card.number.slice(-4),
      networks: { available: [network], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: world.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: details.metadata ?? {},
    type: 'card',
  };
  world.store.put('vault_card', {
    id,
    object: 'vault_card',
    number: newCard.card.number,
    cvcGiven: newCard.cvcGiven,
    readyOffSession: false,
  });
  return world.store.put('payment_method', paymentMethod);
}

export const NO_BILLING: BillingDetails = {
  address: null,
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

function createUncheckedChecks(details: BillingDetails, cvcGiven: boolean) {
  return {
    address_line1_check: details.address?.line1 == null ? null : 'unchecked',
    address_postal_code_check: details.address?.postal_code == null ? null : 'unchecked',
    cvc_check: cvcGiven ? 'unchecked' : null,
  };
}

function createBankChecks(card: TestCard | undefined, details: BillingDetails) {
  return {
    address_line1_check: details.address?.line1 == null ? null : (card?.checks?.line1 ?? 'pass'),
    address_postal_code_check: details.address?.postal_code == null ? null : (card?.checks?.postal ?? 'pass'),
    cvc_check: card?.checks?.cvc ?? 'pass',
  };
}
