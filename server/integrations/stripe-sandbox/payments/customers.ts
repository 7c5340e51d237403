import { z } from 'zod';
import { missingParam } from '../http/errors.ts';
import { previousAttributes } from '../http/json.ts';
import { page, paginate } from '../http/lists.ts';
import { address, addressOf, applyMetadata, cleared, expand, metadata, read, text } from '../http/params.ts';
import { idOf, type Route } from '../http/route.ts';
import type { Customer } from '../http/wire.ts';
import { newId } from '../state/ids.ts';
import type { World } from '../state/world.ts';
import { attach, resolvePaymentMethod } from './card-vault.ts';

const shipping = z.strictObject({ address, name: z.string(), phone: z.string().optional() });
const fields = {
  address: z.union([address, cleared]).optional(),
  description: z.string().optional(),
  email: z.string().max(512).optional(),
  invoice_settings: z
    .strictObject({ default_payment_method: z.union([text, cleared]).optional() })
    .optional(),
  metadata: metadata.optional(),
  name: z.string().max(256).optional(),
  phone: z.string().optional(),
  preferred_locales: z.array(text).optional(),
  shipping: z.union([shipping, cleared]).optional(),
  expand: expand.optional(),
};
const createParams = z.strictObject({ ...fields, payment_method: text.optional() });
const updateParams = z.strictObject(fields);
const listParams = z.strictObject({ ...page, email: z.string().optional(), expand: expand.optional() });

/** The customer that a parameter names, or Stripe's 400. */
export function customerOf(world: World, id: string): Customer {
  const customer = world.store.find('customer', id);
  if (customer === undefined) throw missingParam('customer', id, 'customer');
  return customer;
}

function change(world: World, old: Customer, given: z.output<typeof updateParams>): Customer {
  const preferred = given.invoice_settings?.default_payment_method;
  if (typeof preferred === 'string' && world.store.find('payment_method', preferred)?.customer !== old.id) {
    throw missingParam('PaymentMethod', preferred, 'invoice_settings[default_payment_method]');
  }
  return world.store.put('customer', {
    ...old,
    address: given.address === undefined ? (old.address ?? null) : given.address && addressOf(given.address),
    description: given.description ?? old.description,
    email: given.email ?? old.email,
    invoice_settings:
      preferred === undefined
        ? old.invoice_settings
        : { ...old.invoice_settings, default_payment_method: preferred },
    metadata: applyMetadata(old.metadata, given.metadata),
    name: given.name ?? old.name ?? null,
    phone: given.phone ?? old.phone ?? null,
    preferred_locales: given.preferred_locales ?? old.preferred_locales ?? [],
    shipping:
      given.shipping === undefined
        ? old.shipping
        : given.shipping && {
            ...given.shipping,
            address: addressOf(given.shipping.address),
            phone: given.shipping.phone ?? null,
          },
  });
}

function blank(world: World): Customer {
  return {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: world.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: newId('', 8).slice(1).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}

export const customerRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    handle: ({ world, form }) => {
      const given = read(createParams, form);
      const customer = change(world, world.store.put('customer', blank(world)), given);
      world.emit('customer.created', customer);
      if (given.payment_method !== undefined) {
        attach(world, resolvePaymentMethod(world, given.payment_method, 'payment_method'), customer.id);
      }
      return customer;
    },
  },
  {
    method: 'GET',
    path: '/v1/customers',
    handle: ({ world, form }) => {
      const given = read(listParams, form);
      const rows = world.store.list('customer');
      const found = given.email === undefined ? rows : rows.filter(({ email }) => email === given.email);
      return paginate(found, given, '/v1/customers');
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id',
    handle: (call) => call.world.store.get('customer', idOf(call)),
  },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    handle: (call) => {
      const old = call.world.store.get('customer', idOf(call));
      const next = change(call.world, old, read(updateParams, call.form));
      const previous = previousAttributes(old, next);
      if (previous !== undefined) call.world.emit('customer.updated', next, previous);
      return next;
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    handle: (call) => {
      const given = read(
        z.strictObject({ ...page, type: z.literal('card').optional(), expand: expand.optional() }),
        call.form,
      );
      const { id } = call.world.store.get('customer', idOf(call));
      return paginate(
        call.world.store.list('payment_method', 'customer', id),
        given,
        `/v1/customers/${id}/payment_methods`,
      );
    },
  },
];
