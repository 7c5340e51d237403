import type { Db } from '#db/client.ts';

export async function findProviderCustomerId(db: Db, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('providerCustomerId')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.providerCustomerId ?? null;
}

/** Keeps the first customer, because two concurrent purchases may each create one. */
export async function setProviderCustomerId(db: Db, accountId: string, customerId: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ providerCustomerId: customerId })
    .where('id', '=', accountId)
    .where('providerCustomerId', 'is', null)
    .execute();
}

export async function findAccountsByCustomers(db: Db, customerIds: readonly string[]) {
  if (customerIds.length === 0) return [];
  return db
    .selectFrom('accounts')
    .select(['id', 'providerCustomerId'])
    .where('providerCustomerId', 'in', customerIds)
    .execute();
}
