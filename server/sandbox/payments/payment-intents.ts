import { invalidRequest, type Refusal } from '../http/errors.ts';
import { newClientSecret, newId } from '../state/ids.ts';
import type { PaymentIntent } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { AUTHENTICATION_REQUIRED, authorizeCharge } from './bank.ts';
import { allowOffSession, attach, getVaultCard, type PaymentMethod } from './card-vault.ts';
import { recordCharge } from './charges.ts';
import { openDispute } from './disputes.ts';
import { testCard } from './test-cards.ts';

export interface NewIntent {
  readonly amount: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly description: string | null;
  readonly metadata: Record<string, string>;
  readonly receiptEmail?: string | null;
  readonly setupFutureUsage?: 'off_session' | 'on_session' | null;
  readonly forInvoice: boolean;
}

export function createIntent(world: World, input: NewIntent): PaymentIntent {
  const id = newId('pi');
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: input.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: input.forInvoice ? null : { allow_redirects: 'always', enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: world.now(),
    currency: input.currency,
    customer: input.customer,
    customer_account: null,
    description: input.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: input.receiptEmail ?? null,
    review: null,
    setup_future_usage: input.setupFutureUsage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  world.store.put('payment_intent', intent);
  world.emit('payment_intent.created', intent);
  return intent;
}

export type PaymentOutcome =
  | { readonly kind: 'paid'; readonly intent: PaymentIntent }
  | { readonly kind: 'authenticate'; readonly intent: PaymentIntent }
  | { readonly kind: 'refused'; readonly intent: PaymentIntent; readonly refusal: Refusal };

export interface AttemptOptions {
  readonly offSession: boolean;
  readonly authenticated?: boolean;
  /** Decline the payment instead of waiting for authentication. */
  readonly declineIfAuthenticationRequired?: boolean;
}

const PAYABLE_STATUSES: readonly PaymentIntent['status'][] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

/**
 * Tries to pay an intent. The outcome is also recorded on the intent and its charge, and emitted as events.
 */
export function attemptPayment(
  world: World,
  intent: PaymentIntent,
  card: PaymentMethod,
  options: AttemptOptions,
): PaymentOutcome {
  if (!PAYABLE_STATUSES.includes(intent.status)) throw unexpectedState(intent, 'confirm');
  const authenticated = options.authenticated ?? false;
  const vaultedCard = getVaultCard(world, card);
  const decision = authorizeCharge(world, {
    card: vaultedCard,
    offSession: options.offSession,
    authenticated,
  });
  if (decision.kind === 'authenticate') {
    if (options.declineIfAuthenticationRequired === true)
      return declinePayment(world, intent, card, AUTHENTICATION_REQUIRED, null);
    const pendingIntent = world.store.put('payment_intent', {
      ...intent,
      payment_method: card.id,
      last_payment_error: null,
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
      status: 'requires_action',
    });
    world.emit('payment_intent.requires_action', pendingIntent);
    return { kind: 'authenticate', intent: pendingIntent };
  }
  if (decision.kind === 'refused') {
    const charge = recordCharge(world, intent, card, vaultedCard, {
      refusal: decision.refusal,
      authenticated,
    });
    return declinePayment(world, intent, card, decision.refusal, charge.id);
  }
  const charge = recordCharge(world, intent, card, vaultedCard, { authenticated });
  if (intent.setup_future_usage !== null) saveCard(world, intent, card, authenticated);
  const paidIntent = world.store.put('payment_intent', {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: card.id,
    status: 'succeeded',
  });
  world.emit('payment_intent.succeeded', paidIntent);
  const dispute = testCard(vaultedCard.number)?.dispute;
  if (dispute !== undefined) openDispute(world, charge.id, dispute);
  return { kind: 'paid', intent: paidIntent };
}

export function failAuthentication(world: World, intent: PaymentIntent, card: PaymentMethod): PaymentOutcome {
  return declinePayment(world, intent, card, AUTHENTICATION_FAILED, null);
}

export const AUTHENTICATION_FAILED: Refusal = {
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

function declinePayment(
  world: World,
  intent: PaymentIntent,
  card: PaymentMethod,
  refusal: Refusal,
  charge: string | null,
): PaymentOutcome {
  const failedIntent = world.store.put('payment_intent', {
    ...intent,
    last_payment_error: {
      type: refusal === AUTHENTICATION_FAILED ? 'invalid_request_error' : 'card_error',
      ...refusal,
      payment_method: card,
      ...(charge === null ? {} : { charge }),
    },
    latest_charge: charge ?? intent.latest_charge,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  world.emit('payment_intent.payment_failed', failedIntent);
  return { kind: 'refused', intent: failedIntent, refusal };
}

function saveCard(world: World, intent: PaymentIntent, card: PaymentMethod, authenticated: boolean): void {
  if (intent.customer !== null && card.customer === null) attach(world, card, intent.customer);
  const mayRequireAuthentication = testCard(getVaultCard(world, card).number)?.authentication !== undefined;
  if (intent.setup_future_usage === 'off_session' && (authenticated || !mayRequireAuthentication))
    allowOffSession(world, card.id);
}

export function cancelIntent(
  world: World,
  intent: PaymentIntent,
  reason: PaymentIntent['cancellation_reason'],
): PaymentIntent {
  if (!PAYABLE_STATUSES.includes(intent.status)) throw unexpectedState(intent, 'cancel');
  const canceledIntent = world.store.put('payment_intent', {
    ...intent,
    canceled_at: world.now(),
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  });
  world.emit('payment_intent.canceled', canceledIntent);
  return canceledIntent;
}

function unexpectedState(intent: PaymentIntent, action: 'confirm' | 'cancel') {
  return invalidRequest(
    action === 'confirm' && intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `You cannot ${action} this PaymentIntent because it has a status of ${intent.status}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: intent },
  );
}
