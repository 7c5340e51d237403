import type { Db } from '#db/client.ts';
import {
  findAccountsByCustomers,
  findProviderCustomerId,
  setProviderCustomerId,
} from './provider-customer.repository.ts';

/** Returns the id of the account's customer at Stripe, or null if it has none yet. */
export async function findProviderCustomer(db: Db, accountId: string): Promise<string | null> {
  return findProviderCustomerId(db, accountId);
}

/**
 * Stores the account's customer at Stripe, so that later purchases use it too. Does nothing if the account
 * already has one.
 */
export async function saveProviderCustomer(db: Db, accountId: string, customerId: string): Promise<void> {
  await setProviderCustomerId(db, accountId, customerId);
}

/** Maps Stripe customer ids to the ids of their accounts. Omits customers without an account. */
export async function findAccountsOfCustomers(
  db: Db,
  customerIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await findAccountsByCustomers(db, customerIds);
  return new Map(
    rows.flatMap(({ id, providerCustomerId }) => (providerCustomerId ? [[providerCustomerId, id]] : [])),
  );
}
