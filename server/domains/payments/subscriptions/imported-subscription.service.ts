import type { Db, Trx } from '#db/client.ts';
import { newId } from '../../../lib/ids.ts';
import { findProviderIds, insertSubscriptions, updateFreePeriods } from './subscription.repository.ts';
import type { NewSubscription } from './subscription.service.ts';

/** Creates the subscriptions of purchases that were settled. Returns their ids in the given order. */
export async function openSubscriptions(
  trx: Trx,
  subscriptions: readonly NewSubscription[],
): Promise<string[]> {
  const rows = subscriptions.map((subscription) => ({ ...subscription, id: newId() }));
  await insertSubscriptions(trx, rows);
  return rows.map(({ id }) => id);
}

/** Returns the given Stripe subscription ids that our database has. */
export async function findOwnProviderIds(db: Db, providerIds: readonly string[]): Promise<Set<string>> {
  return new Set(await findProviderIds(db, providerIds));
}

/** Changes the periods of subscriptions that aren't billed at Stripe. Skips those that are. */
export async function saveFreePeriods(
  trx: Trx,
  periods: ReadonlyArray<{ subscriptionId: string; periodStart: Date; periodEnd: Date }>,
): Promise<void> {
  await updateFreePeriods(trx, periods);
}
