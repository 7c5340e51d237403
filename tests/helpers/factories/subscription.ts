import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { PaymentsTable, SubscriptionsTable } from '#db/tables/payments.ts';
import { newId } from '#server/lib/ids.ts';
import { makePurchase } from './purchase.ts';

export type TestSubscription = Selectable<SubscriptionsTable>;
export type TestPayment = Selectable<PaymentsTable>;

const DAY_MS = 86_400_000;

/**
 * Creates an active monthly subscription, in the middle of its period. Also creates the purchase unless
 * `purchaseId` is given.
 */
export async function makeSubscription(
  db: Db,
  overrides: Partial<Insertable<SubscriptionsTable>> = {},
): Promise<TestSubscription> {
  const accountId = overrides.accountId ?? null;
  const purchaseId = overrides.purchaseId ?? (await makePurchase(db, { accountId })).id;
  return db
    .insertInto('subscriptions')
    .values({
      id: newId(),
      accountId,
      providerId: `sub_${newId()}`,
      status: 'active',
      periodStart: new Date(Date.now() - 15 * DAY_MS),
      periodEnd: new Date(Date.now() + 15 * DAY_MS),
      ...overrides,
      purchaseId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Creates a payment of $49.95. Also creates the purchase unless `purchaseId` is given. */
export async function makePayment(
  db: Db,
  overrides: Partial<Insertable<PaymentsTable>> = {},
): Promise<TestPayment> {
  const purchaseId = overrides.purchaseId ?? (await makePurchase(db)).id;
  const paidAt = overrides.paidAt ?? new Date();
  return db
    .insertInto('payments')
    .values({
      id: newId(),
      providerInvoiceId: `in_${newId()}`,
      amountCents: 4995,
      periodStart: paidAt,
      periodEnd: new Date(paidAt.getTime() + 30 * DAY_MS),
      ...overrides,
      paidAt,
      purchaseId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
