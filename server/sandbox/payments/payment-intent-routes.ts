import { z } from 'zod';
import { applyToInvoice, payIntent, toError } from '../billing/collection.ts';
import { invalidParam, invalidRequest } from '../http/errors.ts';
import { page, paginate } from '../http/lists.ts';
import { amount, applyMetadata, currency, expand, flag, metadata, read, text } from '../http/params.ts';
import { type Call, getPathId, type Route } from '../http/route.ts';
import type { PaymentIntent } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { resolvePaymentMethod } from './card-vault.ts';
import { findCustomer } from './customers.ts';
import {
  type AttemptOptions,
  attemptPayment,
  cancelIntent,
  createIntent,
  failAuthentication,
  type PaymentOutcome,
} from './payment-intents.ts';
import { confirmSetup, failSetup, findAccessibleSetup } from './setup-intents.ts';

const createParams = z.strictObject({
  amount,
  currency,
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  capture_method: z.enum(['automatic', 'automatic_async']).optional(),
  confirm: flag.optional(),
  confirmation_method: z.literal('automatic').optional(),
  customer: text.optional(),
  description: z.string().optional(),
  error_on_requires_action: flag.optional(),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  payment_method: text.optional(),
  receipt_email: z.string().optional(),
  return_url: z.string().optional(),
  use_stripe_sdk: flag.optional(),
  expand: expand.optional(),
});
const confirmParams = z.strictObject({
  client_secret: text.optional(),
  error_on_requires_action: flag.optional(),
  off_session: flag.optional(),
  payment_method: text.optional(),
  receipt_email: z.string().optional(),
  return_url: z.string().optional(),
  use_stripe_sdk: flag.optional(),
  expand: expand.optional(),
});
const readParams = z.strictObject({ client_secret: text.optional(), expand: expand.optional() });
const cancelParams = z.strictObject({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  expand: expand.optional(),
});
const listParams = z.strictObject({ ...page, customer: text.optional(), expand: expand.optional() });
const authenticateParams = z.strictObject({
  intent: text,
  client_secret: text,
  outcome: z.enum(['succeeded', 'failed']),
});

const updateParams = z.strictObject({ metadata: metadata.optional(), expand: expand.optional() });

function createPaymentIntent({ world, form }: Call): PaymentIntent {
  const params = read(createParams, form);
  if (params.amount < 50 && params.currency === 'usd') {
    throw invalidRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
  }
  if (params.customer !== undefined) findCustomer(world, params.customer);
  const intent = createIntent(world, {
    amount: params.amount,
    currency: params.currency,
    customer: params.customer ?? null,
    description: params.description ?? null,
    metadata: applyMetadata({}, params.metadata),
    receiptEmail: params.receipt_email ?? null,
    forInvoice: false,
  });
  const card =
    params.payment_method === undefined
      ? undefined
      : resolvePaymentMethod(world, params.payment_method, 'payment_method');
  if (card !== undefined && card.customer !== null && card.customer !== (params.customer ?? null)) {
    throw invalidRequest(
      'The provided PaymentMethod cannot be attached to this PaymentIntent: it belongs to another customer.',
      { param: 'payment_method' },
    );
  }
  const withPaymentMethod =
    card === undefined
      ? intent
      : world.store.put('payment_intent', {
          ...intent,
          payment_method: card.id,
          status: 'requires_confirmation',
        });
  if (params.confirm !== true) return withPaymentMethod;
  return confirm(world, withPaymentMethod, undefined, {
    offSession: params.off_session ?? false,
    declineIfAuthenticationRequired: params.off_session === true || params.error_on_requires_action === true,
  });
}

/** Throws a 402 if the card is declined. The declined charge stays recorded. */
function confirm(
  world: World,
  intent: PaymentIntent,
  paymentMethod: string | undefined,
  options: AttemptOptions,
): PaymentIntent {
  const id = paymentMethod ?? intent.payment_method;
  if (id === null) {
    throw invalidRequest(
      'You cannot confirm this PaymentIntent because it’s missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.',
      {
        code: 'payment_intent_unexpected_state',
        payment_intent: intent,
      },
    );
  }
  return requireIntent(payIntent(world, intent, resolvePaymentMethod(world, id, 'payment_method'), options));
}

function requireIntent(outcome: PaymentOutcome): PaymentIntent {
  if (outcome.kind === 'refused') throw toError(outcome);
  return outcome.intent;
}

/** With a publishable key, the caller must also send the intent's client secret. */
function findAccessibleIntent(
  { world, access }: Call,
  id: string,
  clientSecret: string | undefined,
): PaymentIntent {
  const intent = world.store.get('payment_intent', id);
  if (access === 'publishable' && intent.client_secret !== clientSecret) {
    throw invalidParam('client_secret', 'The client_secret provided does not match the PaymentIntent.');
  }
  return intent;
}

/** Completes an authentication. The outcome comes from the sandbox's substitute for the bank's page. */
function authenticate(call: Call): object {
  const { world } = call;
  const params = read(authenticateParams, call.form);
  const isAuthenticated = params.outcome === 'succeeded';
  if (params.intent.startsWith('seti_')) {
    const setup = findAccessibleSetup(
      { ...call, access: 'publishable' },
      params.intent,
      params.client_secret,
    );
    assertRequiresAction(setup.status);
    return isAuthenticated ? confirmSetup(world, setup, { authenticated: true }) : failSetup(world, setup);
  }
  const intent = findAccessibleIntent(
    { ...call, access: 'publishable' },
    params.intent,
    params.client_secret,
  );
  assertRequiresAction(intent.status);
  const card = world.store.get('payment_method', intent.payment_method ?? '');
  const outcome = isAuthenticated
    ? attemptPayment(world, intent, card, { offSession: false, authenticated: true })
    : failAuthentication(world, intent, card);
  return applyToInvoice(world, outcome).intent;
}

function assertRequiresAction(status: string): void {
  if (status !== 'requires_action') {
    throw invalidRequest('This intent is not waiting for authentication.', {
      code: 'payment_intent_unexpected_state',
    });
  }
}

export const paymentIntentRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/payment_intents', handle: createPaymentIntent },
  {
    method: 'GET',
    path: '/v1/payment_intents',
    handle: ({ world, form }) => {
      const params = read(listParams, form);
      const rows =
        params.customer === undefined
          ? world.store.list('payment_intent')
          : world.store.list('payment_intent', 'customer', params.customer);
      return paginate(rows, params, '/v1/payment_intents');
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    allowsPublishableKey: true,
    handle: (call) => findAccessibleIntent(call, getPathId(call), read(readParams, call.form).client_secret),
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id',
    handle: (call) => {
      const intent = call.world.store.get('payment_intent', getPathId(call));
      const params = read(updateParams, call.form);
      return call.world.store.put('payment_intent', {
        ...intent,
        metadata: applyMetadata(intent.metadata, params.metadata),
      });
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    allowsPublishableKey: true,
    handle: (call) => {
      const params = read(confirmParams, call.form);
      const intent = findAccessibleIntent(call, getPathId(call), params.client_secret);
      const offSession = call.access === 'secret' && (params.off_session ?? false);
      return confirm(call.world, intent, params.payment_method, {
        offSession,
        declineIfAuthenticationRequired: offSession || params.error_on_requires_action === true,
      });
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    handle: (call) => {
      const params = read(cancelParams, call.form);
      const intent = call.world.store.get('payment_intent', getPathId(call));
      return cancelIntent(call.world, intent, params.cancellation_reason ?? null);
    },
  },
  { method: 'POST', path: '/v1/3ds2/authenticate', allowsPublishableKey: true, handle: authenticate },
];
