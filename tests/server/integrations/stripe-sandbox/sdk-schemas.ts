import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import Stripe from 'stripe';
import { createGenerator } from 'ts-json-schema-generator';
import { copyDeclarations } from './sdk-declarations.ts';

/** The SDK file and type for each value of the `object` field. */
export const OBJECTS = {
  balance_transaction: 'BalanceTransactions/BalanceTransaction',
  charge: 'Charges/Charge',
  coupon: 'Coupons/Coupon',
  customer: 'Customers/Customer',
  discount: 'Discounts/Discount',
  dispute: 'Disputes/Dispute',
  event: 'Events/EventBase',
  invoice: 'Invoices/Invoice',
  invoice_payment: 'InvoicePayments/InvoicePayment',
  line_item: 'InvoiceLineItems/InvoiceLineItem',
  payment_intent: 'PaymentIntents/PaymentIntent',
  payment_method: 'PaymentMethods/PaymentMethod',
  price: 'Prices/Price',
  product: 'Products/Product',
  refund: 'Refunds/Refund',
  setup_intent: 'SetupIntents/SetupIntent',
  subscription: 'Subscriptions/Subscription',
  token: 'Tokens/Token',
} as const;

/** The SDK file and type of each request's parameters. */
export const REQUESTS = {
  'POST /v1/coupons': 'Coupons/CouponCreateParams',
  'POST /v1/customers': 'Customers/CustomerCreateParams',
  'POST /v1/customers/:id': 'Customers/CustomerUpdateParams',
  'GET /v1/invoices': 'Invoices/InvoiceListParams',
  'GET /v1/invoices/:id': 'Invoices/InvoiceRetrieveParams',
  'POST /v1/invoices/:id/pay': 'Invoices/InvoicePayParams',
  'POST /v1/invoices/:id/void': 'Invoices/InvoiceVoidInvoiceParams',
  'POST /v1/payment_intents': 'PaymentIntents/PaymentIntentCreateParams',
  'POST /v1/payment_intents/:id/confirm': 'PaymentIntents/PaymentIntentConfirmParams',
  'POST /v1/payment_intents/:id/cancel': 'PaymentIntents/PaymentIntentCancelParams',
  'POST /v1/payment_methods': 'PaymentMethods/PaymentMethodCreateParams',
  'POST /v1/payment_methods/:id/attach': 'PaymentMethods/PaymentMethodAttachParams',
  'POST /v1/payment_methods/:id/detach': 'PaymentMethods/PaymentMethodDetachParams',
  'POST /v1/products': 'Products/ProductCreateParams',
  'POST /v1/refunds': 'Refunds/RefundCreateParams',
  'POST /v1/setup_intents': 'SetupIntents/SetupIntentCreateParams',
  'POST /v1/subscriptions': 'Subscriptions/SubscriptionCreateParams',
  'GET /v1/subscriptions': 'Subscriptions/SubscriptionListParams',
  'POST /v1/subscriptions/:id': 'Subscriptions/SubscriptionUpdateParams',
  'DELETE /v1/subscriptions/:id': 'Subscriptions/SubscriptionCancelParams',
  'POST /v1/tokens': 'Tokens/TokenCreateParams',
} as const;

const require = createRequire(import.meta.url);
const sdk = dirname(dirname(require.resolve('stripe')));
const CACHE = join(dirname(sdk), '.cache', 'everything-card', `stripe-${Stripe.PACKAGE_VERSION}`);

/** Validates a value against an SDK type. Returns the errors, or null if it is valid. */
export type Check = (type: string, value: unknown) => string | null;

/**
 * Loads JSON Schemas of the SDK's types. Generating them takes about ten seconds, so they are cached per SDK
 * version.
 */
export async function sdkChecks(): Promise<Check> {
  const schema = await loadOrGenerate();
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addSchema(schema, 'sdk');
  const compiledSchemas = new Map<string, ValidateFunction>();
  return (type, value) => {
    const name = type.split('/').at(-1) ?? type;
    const check = compiledSchemas.get(name) ?? ajv.compile({ $ref: `sdk#/definitions/${name}` });
    compiledSchemas.set(name, check);
    return check(value) ? null : ajv.errorsText(check.errors, { separator: '\n' });
  };
}

async function loadOrGenerate(): Promise<object> {
  const types = [...Object.values(OBJECTS), ...Object.values(REQUESTS)];
  const file = join(CACHE, 'schema.json');
  try {
    const cachedSchema: { types: string[]; schema: object } = JSON.parse(await readFile(file, 'utf8'));
    if (cachedSchema.types.join() === types.join()) return cachedSchema.schema;
  } catch {
    // There is no valid cache: generate it.
  }
  await mkdir(CACHE, { recursive: true });
  const schema = await generate(types);
  await writeFile(`${file}.${process.pid}`, JSON.stringify({ types, schema }));
  await rename(`${file}.${process.pid}`, file);
  return schema;
}

async function generate(types: readonly string[]): Promise<object> {
  const folder = join(CACHE, `declarations-${process.pid}`);
  await mkdir(folder, { recursive: true });
  await copyDeclarations(join(sdk, 'esm'), join(folder, 'stripe'));
  await writeFile(join(folder, 'stripe', 'package.json'), '{"type":"module"}');
  const names = types.map((type) => type.split('/'));
  await writeFile(
    join(folder, 'entry.ts'),
    [
      ...names.map(([file, name]) => `import type { ${name} } from './stripe/resources/${file}.js';`),
      `export interface AllTypes { ${names.map(([, name]) => `${name}: ${name}`).join('; ')} }`,
    ].join('\n'),
  );
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'es2022',
        module: 'nodenext',
        moduleResolution: 'nodenext',
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        types: ['node'],
        typeRoots: [join(dirname(sdk), '@types')],
      },
      files: ['entry.ts'],
    }),
  );
  const schema = createGenerator({
    path: join(folder, 'entry.ts'),
    tsconfig: join(folder, 'tsconfig.json'),
    type: 'AllTypes',
    skipTypeCheck: true,
    expose: 'all',
    jsDoc: 'none',
    additionalProperties: false,
  }).createSchema('AllTypes');
  await rm(folder, { recursive: true });
  return schema;
}
