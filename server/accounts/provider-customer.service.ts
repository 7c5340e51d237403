import type { Db } from '#db/client.ts';
import { findProviderCustomerId, setProviderCustomerId } from './provider-customer.repository.ts';

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
