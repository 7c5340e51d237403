import { z } from 'zod';
import { SandboxError } from '../http/errors.ts';
import { expand, read, text } from '../http/params.ts';
import { getPathId, type Route } from '../http/route.ts';
import { newId } from '../state/ids.ts';
import type { Records } from '../state/records.ts';

const createParams = z.strictObject({ id: text.optional(), name: text, expand: expand.optional() });
const updateParams = z.strictObject({ name: text });

export const productRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/products',
    handle: ({ world, form }) => {
      const params = read(createParams, form);
      if (params.id !== undefined && world.store.find('product', params.id) !== undefined) {
        throw new SandboxError(400, {
          type: 'invalid_request_error',
          code: 'resource_already_exists',
          message: 'Product already exists.',
          param: 'id',
        });
      }
      const product: Records['product'] = {
        id: params.id ?? newId('prod', 14),
        object: 'product',
        active: true,
        created: world.now(),
        default_price: null,
        description: null,
        images: [],
        livemode: false,
        marketing_features: [],
        metadata: {},
        name: params.name,
        package_dimensions: null,
        shippable: null,
        statement_descriptor: null,
        tax_code: null,
        tax_details: null,
        type: 'service',
        unit_label: null,
        updated: world.now(),
        url: null,
      };
      world.store.put('product', product);
      world.emit('product.created', product);
      return product;
    },
  },
  {
    method: 'GET',
    path: '/v1/products/:id',
    handle: (call) => call.world.store.get('product', getPathId(call)),
  },
  {
    method: 'POST',
    path: '/v1/products/:id',
    handle: (call) => {
      const product = call.world.store.get('product', getPathId(call));
      const { name } = read(updateParams, call.form);
      const updatedProduct = { ...product, name, updated: call.world.now() };
      call.world.store.put('product', updatedProduct);
      call.world.emit('product.updated', updatedProduct, { name: product.name });
      return updatedProduct;
    },
  },
];
