import type { Trx } from '#db/client.ts';
import { isDeletedEmail } from '../../lib/text.ts';
import type { Deps } from '../../platform/deps.ts';
import { getAccount } from '../accounts/account.service.ts';
import { findProviderCustomers } from './customer.repository.ts';
import { callStripe, isResourceMissing } from './stripe-errors.ts';

/** Enqueues the removal of personal data at Stripe, after the account was deleted. */
export async function enqueueAnonymization(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  accountId: string,
): Promise<void> {
  for (const customerId of await findProviderCustomers(trx, accountId)) {
    await jobs.enqueue(trx, 'anonymize-customer', { customerId });
  }
}

/**
 * Gives Stripe the account's current email address, to which Stripe sends its own emails. Reads the address
 * when it runs, so that of two changes the later one counts.
 */
export async function updateCustomerEmail(
  { db, stripe }: Pick<Deps, 'db' | 'stripe'>,
  accountId: string,
): Promise<void> {
  const account = await getAccount(db, accountId);
  if (!account || isDeletedEmail(account.email)) return;
  for (const customer of await findProviderCustomers(db, accountId)) {
    try {
      await callStripe(() => stripe.customers.update(customer, { email: account.email }));
    } catch (error) {
      if (!isResourceMissing(error)) throw error;
    }
  }
}
