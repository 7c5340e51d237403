import { z } from 'zod';
import { cardError, invalidParam, invalidRequest, SandboxError } from '../http/errors.ts';
import { page, paginate } from '../http/lists.ts';
import { applyMetadata, expand, flag, metadata, read, text } from '../http/params.ts';
import { type Call, getPathId, type Route } from '../http/route.ts';
import { newClientSecret, newId } from '../state/ids.ts';
import type { Records } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { allowOffSession, attach, needsSetup, resolvePaymentMethod } from './card-vault.ts';
import { testCard } from './test-cards.ts';

export type SetupIntent = Records['setup_intent'];

const fields = {
  customer: text.optional(),
  description: z.string().optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
  expand: expand.optional(),
};
const createParams = z.strictObject({
  ...fields,
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  confirm: flag.optional(),
  return_url: z.string().optional(),
  usage: z.enum(['off_session', 'on_session']).optional(),
});
const confirmParams = z.strictObject({
  payment_method: text.optional(),
  return_url: z.string().optional(),
  use_stripe_sdk: flag.optional(),
  client_secret: text.optional(),
  expand: expand.optional(),
});
const readParams = z.strictObject({ client_secret: text.optional(), expand: expand.optional() });
const cancelParams = z.strictObject({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'requested_by_customer']).optional(),
  expand: expand.optional(),
});
const listParams = z.strictObject({ ...page, customer: text.optional(), expand: expand.optional() });

export function createSetupIntent(
  world: World,
  input: {
    readonly customer: string | null;
    readonly paymentMethod: string | null;
    readonly metadata: Record<string, string>;
    readonly description?: string | null;
    readonly usage?: 'off_session' | 'on_session';
  },
): SetupIntent {
  const id = newId('seti');
  const intent: SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    created: world.now(),
    customer: input.customer,
    customer_account: null,
    description: input.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: input.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: input.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: input.paymentMethod === null ? 'requires_payment_method' : 'requires_confirmation',
    usage: input.usage ?? 'off_session',
  };
  world.store.put('setup_intent', intent);
  world.emit('setup_intent.created', intent);
  return intent;
}

/** With a publishable key, the caller must also send the intent's client secret. */
export function findAccessibleSetup(
  { world, access }: Call,
  id: string,
  clientSecret: string | undefined,
): SetupIntent {
  const intent = world.store.get('setup_intent', id);
  if (access === 'publishable' && intent.client_secret !== clientSecret) {
    throw invalidParam('client_secret', 'The client_secret provided does not match the SetupIntent.');
  }
  return intent;
}

export function confirmSetup(
  world: World,
  intent: SetupIntent,
  input: { readonly paymentMethod?: string; readonly authenticated?: boolean },
): SetupIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw invalidRequest(`You cannot confirm this SetupIntent because it has a status of ${intent.status}.`, {
      code: 'setup_intent_unexpected_state',
      setup_intent: intent,
    });
  }
  const id = input.paymentMethod ?? intent.payment_method;
  if (id === null)
    throw invalidRequest('You cannot confirm a SetupIntent without a payment method.', {
      code: 'setup_intent_unexpected_state',
    });
  const card = resolvePaymentMethod(world, id, 'payment_method');
  if (input.authenticated !== true && needsSetup(world, card)) {
    const pendingIntent = world.store.put('setup_intent', {
      ...intent,
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
      payment_method: card.id,
      status: 'requires_action',
    });
    world.emit('setup_intent.requires_action', pendingIntent);
    return pendingIntent;
  }
  const vaultedCard = world.store.get('vault_card', card.id);
  const refusal = testCard(vaultedCard.number)?.refusal;
  if (refusal !== undefined && testCard(vaultedCard.number)?.attaches !== true) {
    const failedIntent = world.store.put('setup_intent', {
      ...intent,
      last_setup_error: { type: 'card_error', ...refusal, payment_method: card },
      next_action: null,
      payment_method: null,
      status: 'requires_payment_method',
    });
    world.emit('setup_intent.setup_failed', failedIntent);
    throw cardError(refusal, { setup_intent: failedIntent });
  }
  if (intent.customer !== null) attach(world, card, intent.customer);
  if (intent.usage === 'off_session') allowOffSession(world, card.id);
  const succeededIntent = world.store.put('setup_intent', {
    ...intent,
    last_setup_error: null,
    next_action: null,
    payment_method: card.id,
    status: 'succeeded',
  });
  world.emit('setup_intent.succeeded', succeededIntent);
  return succeededIntent;
}

export function failSetup(world: World, intent: SetupIntent): SetupIntent {
  const failedIntent = world.store.put('setup_intent', {
    ...intent,
    last_setup_error: {
      type: 'invalid_request_error',
      code: 'setup_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    },
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  world.emit('setup_intent.setup_failed', failedIntent);
  return failedIntent;
}

export const setupIntentRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/setup_intents',
    handle: ({ world, form }) => {
      const params = read(createParams, form);
      if (params.customer !== undefined) world.store.get('customer', params.customer);
      const paymentMethod =
        params.payment_method === undefined
          ? null
          : resolvePaymentMethod(world, params.payment_method, 'payment_method').id;
      const intent = createSetupIntent(world, {
        customer: params.customer ?? null,
        paymentMethod,
        metadata: applyMetadata({}, params.metadata),
        description: params.description ?? null,
        ...(params.usage === undefined ? {} : { usage: params.usage }),
      });
      return params.confirm === true ? confirmSetup(world, intent, {}) : intent;
    },
  },
  {
    method: 'GET',
    path: '/v1/setup_intents',
    handle: ({ world, form }) => {
      const params = read(listParams, form);
      const rows =
        params.customer === undefined
          ? world.store.list('setup_intent')
          : world.store.list('setup_intent', 'customer', params.customer);
      return paginate(rows, params, '/v1/setup_intents');
    },
  },
  {
    method: 'GET',
    path: '/v1/setup_intents/:id',
    allowsPublishableKey: true,
    handle: (call) => findAccessibleSetup(call, getPathId(call), read(readParams, call.form).client_secret),
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    allowsPublishableKey: true,
    handle: (call) => {
      const params = read(confirmParams, call.form);
      const intent = findAccessibleSetup(call, getPathId(call), params.client_secret);
      return confirmSetup(
        call.world,
        intent,
        params.payment_method === undefined ? {} : { paymentMethod: params.payment_method },
      );
    },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    handle: (call) => {
      const params = read(cancelParams, call.form);
      const intent = call.world.store.get('setup_intent', getPathId(call));
      if (intent.status === 'succeeded' || intent.status === 'canceled') {
        throw new SandboxError(400, {
          type: 'invalid_request_error',
          code: 'setup_intent_unexpected_state',
          message: `You cannot cancel this SetupIntent because it has a status of ${intent.status}.`,
          setup_intent: intent,
        });
      }
      const canceledIntent = call.world.store.put('setup_intent', {
        ...intent,
        cancellation_reason: params.cancellation_reason ?? null,
        next_action: null,
        status: 'canceled',
      });
      call.world.emit('setup_intent.canceled', canceledIntent);
      return canceledIntent;
    },
  },
];
