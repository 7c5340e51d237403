import { z } from 'zod';
import { SandboxError } from '../http/errors.ts';
import { previousAttributes } from '../http/json.ts';
import { page, paginate } from '../http/lists.ts';
import { applyMetadata, expand, flag, metadata, read, text } from '../http/params.ts';
import { idOf, type Route } from '../http/route.ts';
import type { Records } from '../http/wire.ts';
import { newId } from '../state/ids.ts';

const fields = {
  active: flag.exactOptional(),
  description: z.string().exactOptional(),
  metadata: metadata.exactOptional(),
  shippable: flag.exactOptional(),
  statement_descriptor: z.string().max(22).exactOptional(),
  tax_code: text.exactOptional(),
  unit_label: z.string().max(12).exactOptional(),
  url: z.string().exactOptional(),
  expand: expand.exactOptional(),
};
const createParams = z.strictObject({ ...fields, id: text.exactOptional(), name: text });
const updateParams = z.strictObject({ ...fields, name: text.exactOptional() });
const listParams = z.strictObject({
  ...page,
  active: flag.optional(),
  ids: z.array(text).optional(),
  expand: expand.optional(),
});

export const productRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/products',
    handle: ({ world, form }) => {
      const given = read(createParams, form);
      if (given.id !== undefined && world.store.find('product', given.id) !== undefined) {
        throw new SandboxError(400, {
          type: 'invalid_request_error',
          code: 'resource_already_exists',
          message: 'Product already exists.',
          param: 'id',
        });
      }
      const product: Records['product'] = {
        id: given.id ?? newId('prod', 14),
        object: 'product',
        active: given.active ?? true,
        created: world.now(),
        default_price: null,
        description: given.description ?? null,
        images: [],
        livemode: false,
        marketing_features: [],
        metadata: applyMetadata({}, given.metadata),
        name: given.name,
        package_dimensions: null,
        shippable: given.shippable ?? null,
        statement_descriptor: given.statement_descriptor ?? null,
        tax_code: given.tax_code ?? null,
        tax_details: null,
        type: 'service',
        unit_label: given.unit_label ?? null,
        updated: world.now(),
        url: given.url ?? null,
      };
      world.store.put('product', product);
      world.emit('product.created', product);
      return product;
    },
  },
  {
    method: 'GET',
    path: '/v1/products',
    handle: ({ world, form }) => {
      const given = read(listParams, form);
      const rows = world.store
        .list('product')
        .filter(({ id }) => given.ids === undefined || given.ids.includes(id))
        .filter(({ active }) => given.active === undefined || active === given.active);
      return paginate(rows, given, '/v1/products');
    },
  },
  { method: 'GET', path: '/v1/products/:id', handle: (call) => call.world.store.get('product', idOf(call)) },
  {
    method: 'POST',
    path: '/v1/products/:id',
    handle: (call) => {
      const { metadata: change, expand: _, ...given } = read(updateParams, call.form);
      const old = call.world.store.get('product', idOf(call));
      const next = call.world.store.put('product', {
        ...old,
        ...given,
        metadata: applyMetadata(old.metadata, change),
        updated: call.world.now(),
      });
      const previous = previousAttributes(old, next);
      if (previous !== undefined) call.world.emit('product.updated', next, previous);
      return next;
    },
  },
];
