import { z } from 'zod';
import { missingParam } from '../http/errors.ts';
import { page, paginate } from '../http/lists.ts';
import {
  address,
  applyMetadata,
  cleared,
  expand,
  metadata,
  read,
  text,
  toPostalAddress,
} from '../http/params.ts';
import { type Call, getPathId, type Route } from '../http/route.ts';
import {
  attach,
  type BillingDetails,
  createPaymentMethod,
  detachPaymentMethod,
  NO_BILLING,
  type PaymentMethod,
  resolvePaymentMethod,
} from './card-vault.ts';
import { findPublishedCard, testCard } from './test-cards.ts';
import { cardNumbers, checkCard, spendToken } from './tokens.ts';

const billing = z.strictObject({
  address: z.union([address, cleared]).optional(),
  email: z.string().optional(),
  name: z.string().optional(),
  phone: z.string().optional(),
  tax_id: z.string().optional(),
});
const createParams = z.strictObject({
  type: z.literal('card'),
  card: z.union([z.strictObject({ token: text }), cardNumbers]),
  billing_details: billing.optional(),
  allow_redisplay: z.enum(['always', 'limited', 'unspecified']).optional(),
  metadata: metadata.optional(),
  expand: expand.optional(),
});
const attachParams = z.strictObject({ customer: text, expand: expand.optional() });
const detachParams = z.strictObject({ expand: expand.optional() });
const listParams = z.strictObject({
  ...page,
  customer: text.optional(),
  type: z.literal('card').optional(),
  expand: expand.optional(),
});

function mergeBilling(old: BillingDetails, override: z.output<typeof billing> | undefined): BillingDetails {
  if (override === undefined) return old;
  return {
    address:
      override.address === undefined ? old.address : override.address && toPostalAddress(override.address),
    email: override.email ?? old.email,
    name: override.name ?? old.name,
    phone: override.phone ?? old.phone,
    tax_id: override.tax_id ?? old.tax_id,
  };
}

function createFromParams({ world, form }: Call): PaymentMethod {
  const params = read(createParams, form);
  const options = {
    billing: mergeBilling(NO_BILLING, params.billing_details),
    metadata: applyMetadata({}, params.metadata),
  };
  if (!('token' in params.card))
    return createPaymentMethod(world, checkCard(params.card, world.now()), options);
  const testCardFromToken = params.card.token.startsWith('tok_')
    ? findPublishedCard(params.card.token)
    : undefined;
  if (testCardFromToken !== undefined) {
    return createPaymentMethod(
      world,
      { card: testCardFromToken, expMonth: 12, expYear: 2034, cvcGiven: true },
      options,
    );
  }
  const cardToken = spendToken(world, params.card.token, 'card[token]');
  const vaultedCard = world.store.get('vault_card', cardToken.id);
  const card = testCard(vaultedCard.number);
  if (card === undefined) throw missingParam('token', params.card.token, 'card[token]');
  const fromToken: BillingDetails = {
    ...NO_BILLING,
    name: cardToken.name,
    address: {
      city: cardToken.address_city,
      country: cardToken.address_country,
      line1: cardToken.address_line1,
      line2: cardToken.address_line2,
      postal_code: cardToken.address_zip,
      state: cardToken.address_state,
    },
  };
  return createPaymentMethod(
    world,
    { card, expMonth: cardToken.exp_month, expYear: cardToken.exp_year, cvcGiven: vaultedCard.cvcGiven },
    { ...options, billing: mergeBilling(fromToken, params.billing_details) },
  );
}

export const paymentMethodRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/payment_methods', allowsPublishableKey: true, handle: createFromParams },
  {
    method: 'GET',
    path: '/v1/payment_methods',
    handle: ({ world, form }) => {
      const params = read(listParams, form);
      const rows =
        params.customer === undefined ? [] : world.store.list('payment_method', 'customer', params.customer);
      return paginate(rows, params, '/v1/payment_methods');
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    handle: (call) => call.world.store.get('payment_method', getPathId(call)),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    handle: (call) => {
      const { customer } = read(attachParams, call.form);
      if (call.world.store.find('customer', customer) === undefined) {
        throw missingParam('customer', customer, 'customer');
      }
      return attach(
        call.world,
        resolvePaymentMethod(call.world, getPathId(call), 'payment_method'),
        customer,
      );
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    handle: (call) => {
      read(detachParams, call.form);
      return detachPaymentMethod(call.world, call.world.store.get('payment_method', getPathId(call)));
    },
  },
];
