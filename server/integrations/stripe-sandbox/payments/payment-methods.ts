import { z } from 'zod';
import { missingParam } from '../http/errors.ts';
import { page, paginate } from '../http/lists.ts';
import { address, addressOf, applyMetadata, cleared, expand, metadata, read, text } from '../http/params.ts';
import { type Call, idOf, type Route } from '../http/route.ts';
import {
  attach,
  type BillingDetails,
  createPaymentMethod,
  NO_BILLING,
  type PaymentMethod,
  resolvePaymentMethod,
} from './card-vault.ts';
import { publishedCard, testCard } from './test-cards.ts';
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
const listParams = z.strictObject({
  ...page,
  customer: text.optional(),
  type: z.literal('card').optional(),
  expand: expand.optional(),
});

function billingOf(old: BillingDetails, given: z.output<typeof billing> | undefined): BillingDetails {
  if (given === undefined) return old;
  return {
    address: given.address === undefined ? old.address : given.address && addressOf(given.address),
    email: given.email ?? old.email,
    name: given.name ?? old.name,
    phone: given.phone ?? old.phone,
    tax_id: given.tax_id ?? old.tax_id,
  };
}

function createFrom({ world, form }: Call): PaymentMethod {
  const given = read(createParams, form);
  const more = {
    billing: billingOf(NO_BILLING, given.billing_details),
    metadata: applyMetadata({}, given.metadata),
  };
  if (!('token' in given.card)) return createPaymentMethod(world, checkCard(given.card, world.now()), more);
  const published = given.card.token.startsWith('tok_') ? publishedCard(given.card.token) : undefined;
  if (published !== undefined) {
    return createPaymentMethod(world, { card: published, expMonth: 12, expYear: 2034, cvcGiven: true }, more);
  }
  const source = spendToken(world, given.card.token, 'card[token]');
  const vault = world.store.get('vault_card', source.id);
  const card = testCard(vault.number);
  if (card === undefined) throw missingParam('token', given.card.token, 'card[token]');
  const fromToken: BillingDetails = {
    ...NO_BILLING,
    name: source.name,
    address: {
      city: source.address_city,
      country: source.address_country,
      line1: source.address_line1,
      line2: source.address_line2,
      postal_code: source.address_zip,
      state: source.address_state,
    },
  };
  return createPaymentMethod(
    world,
    { card, expMonth: source.exp_month, expYear: source.exp_year, cvcGiven: vault.cvcGiven },
    { ...more, billing: billingOf(fromToken, given.billing_details) },
  );
}

export const paymentMethodRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/payment_methods', browser: true, handle: createFrom },
  {
    method: 'GET',
    path: '/v1/payment_methods',
    handle: ({ world, form }) => {
      const given = read(listParams, form);
      const rows =
        given.customer === undefined ? [] : world.store.list('payment_method', 'customer', given.customer);
      return paginate(rows, given, '/v1/payment_methods');
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    handle: (call) => call.world.store.get('payment_method', idOf(call)),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    handle: (call) => {
      const { customer } = read(attachParams, call.form);
      if (call.world.store.find('customer', customer) === undefined) {
        throw missingParam('customer', customer, 'customer');
      }
      return attach(call.world, resolvePaymentMethod(call.world, idOf(call), 'payment_method'), customer);
    },
  },
];
