import type { Db } from '#db/client.ts';
import { findProviderCustomerId, setProviderCustomerId } from './provider-customer.repository.ts';

/** The account's Stripe customer; null before its first purchase. */
export async function findProviderCustomer(db: Db, accountId: string): Promise<string | null> {
  return findProviderCustomerId(db, accountId);
}

/** Stores the Stripe customer of the account's first purchase for later ones. */
export async function saveProviderCustomer(db: Db, accountId: string, customerId: string): Promise<void> {
  await setProviderCustomerId(db, accountId, customerId);
}
