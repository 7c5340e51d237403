import { z } from 'zod';
import { missingParam } from '../http/errors.ts';
import { findPreviousAttributes } from '../http/json.ts';
import { page, paginate } from '../http/lists.ts';
import { applyMetadata, cleared, expand, metadata, read, text } from '../http/params.ts';
import { getPathId, type Route } from '../http/route.ts';
import { newId } from '../state/ids.ts';
import type { Customer } from '../state/records.ts';
import type { World } from '../state/world.ts';

const changeParams = z.strictObject({
  email: z.union([cleared, z.string().max(512)]).optional(),
  invoice_settings: z
    .strictObject({ default_payment_method: z.union([text, cleared]).optional() })
    .optional(),
  metadata: metadata.optional(),
  name: z.union([cleared, z.string().max(256)]).optional(),
  expand: expand.optional(),
});
const listParams = z.strictObject({ ...page, expand: expand.optional() });

/** Stripe returns 400 for an unknown customer in a parameter, not 404. */
export function findCustomer(world: World, id: string): Customer {
  const customer = world.store.find('customer', id);
  if (customer === undefined) throw missingParam('customer', id, 'customer');
  return customer;
}

function changeCustomer(world: World, old: Customer, input: z.output<typeof changeParams>): Customer {
  const defaultPaymentMethod = input.invoice_settings?.default_payment_method;
  if (
    typeof defaultPaymentMethod === 'string' &&
    world.store.find('payment_method', defaultPaymentMethod)?.customer !== old.id
  ) {
    throw missingParam('PaymentMethod', defaultPaymentMethod, 'invoice_settings[default_payment_method]');
  }
  return world.store.put('customer', {
    ...old,
    email: input.email === undefined ? old.email : input.email,
    invoice_settings:
      defaultPaymentMethod === undefined
        ? old.invoice_settings
        : { ...old.invoice_settings, default_payment_method: defaultPaymentMethod },
    metadata: applyMetadata(old.metadata, input.metadata),
    name: input.name === undefined ? (old.name ?? null) : input.name,
  });
}

function createEmptyCustomer(world: World): Customer {
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
      const customer = changeCustomer(
        world,
        world.store.put('customer', createEmptyCustomer(world)),
        read(changeParams, form),
      );
      world.emit('customer.created', customer);
      return customer;
    },
  },
  {
    method: 'GET',
    path: '/v1/customers',
    handle: ({ world, form }) =>
      paginate(world.store.list('customer'), read(listParams, form), '/v1/customers'),
  },
  {
    method: 'GET',
    path: '/v1/customers/:id',
    handle: (call) => call.world.store.get('customer', getPathId(call)),
  },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    handle: (call) => {
      const customer = call.world.store.get('customer', getPathId(call));
      const updatedCustomer = changeCustomer(call.world, customer, read(changeParams, call.form));
      const previous = findPreviousAttributes(customer, updatedCustomer);
      if (previous !== undefined) call.world.emit('customer.updated', updatedCustomer, previous);
      return updatedCustomer;
    },
  },
];
