import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { PurchasesTable } from '#db/tables/checkout.ts';
import { newId } from '#server/lib/ids.ts';

export type TestPurchase = Selectable<PurchasesTable>;

const CART = {
  plan: 0,
  firstname: 'Maria',
  lastname: 'Gomez',
  street1: '1600 Broadway',
  street2: null,
  city: 'Denver',
  state: 'CO',
  zip: '80202',
  country: 'US',
  phone: '303 555 0147',
  email: 'maria@example.com',
  spouseFirstName: null,
  spouseLastName: null,
  members: [],
  reference: null,
  boughtBefore: false,
  requestedPhysicalCard: false,
  contractAgree: true,
  discountCode: null,
};

const QUOTE = {
  lines: [
    {
      planId: 0,
      description: 'Individual Membership',
      amountCents: 4995,
      recurring: true,
      commissionable: true,
    },
  ],
  subtotalCents: 4995,
  discountCents: 0,
  totalCents: 4995,
  recurringCents: 4995,
  discountedRecurringCents: 4995,
  interval: 'month',
  promo: null,
  free: false,
};

/** Creates a paid purchase of an individual membership, by a guest unless `accountId` is given. */
export async function makePurchase(
  db: Db,
  overrides: Partial<Omit<Insertable<PurchasesTable>, 'cart' | 'quote'>> & {
    cart?: Record<string, unknown>;
    quote?: Record<string, unknown>;
  } = {},
): Promise<TestPurchase> {
  const { cart, quote, ...columns } = overrides;
  const id = columns.id ?? newId();
  const createdAt = columns.createdAt ?? new Date();
  return db
    .insertInto('purchases')
    .values({
      id,
      kind: 'card',
      accountId: null,
      buyerKey: columns.accountId ? `account:${columns.accountId}` : newId(),
      idempotencyKey: newId(),
      fingerprint: `fingerprint-${id}`,
      status: 'paid',
      cart: JSON.stringify({ ...CART, ...cart }),
      quote: JSON.stringify({ ...QUOTE, ...quote }),
      totalCents: 4995,
      promoCode: null,
      email: CART.email,
      providerCustomerId: null,
      providerSubscriptionId: null,
      paymentMethodId: null,
      cardBrand: 'visa',
      cardLast4: '4242',
      failureCode: null,
      failureMessage: null,
      createdAt: createdAt,
      attemptStartedAt: createdAt,
      heartbeatAt: createdAt,
      settledAt: createdAt,
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
