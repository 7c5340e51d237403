import type { Db } from '#db/client.ts';
import { findProviderCustomerId, setProviderCustomerId } from './provider-customer.repository.ts';

/** The account's customer at the card network; null until its first purchase made one. */
export async function findProviderCustomer(db: Db, accountId: string): Promise<string | null> {
  return findProviderCustomerId(db, accountId);
}

/** Keeps the customer that the account's first purchase made, for its later ones. */
export async function keepProviderCustomer(db: Db, accountId: string, customerId: string): Promise<void> {
  await setProviderCustomerId(db, accountId, customerId);
}
