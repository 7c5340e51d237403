import type { Trx } from '#db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import { listPlans } from '../../catalog/plan.service.ts';
import { setSeats } from '../../payments/stripe-seats.service.ts';
import { getCompanyStanding, type Seat } from './company.service.ts';
import {
  bumpSeatsRevision,
  findSeatsRevision,
  findUnsynced,
  saveSyncedRevision,
} from './company-seats.repository.ts';

/**
 * Stripe is updated by a job after the transaction. If the job fails permanently, the next sweep updates it.
 */
export async function enqueueSeatsSync(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  accountId: string,
): Promise<void> {
  await bumpSeatsRevision(trx, accountId);
  await jobs.enqueue(trx, 'sync-seats', { accountId });
}

/** Makes the company's subscription at Stripe renew as many cards as the company has. */
export async function syncSeats(deps: Deps, accountId: string): Promise<void> {
  // Read the revision first, so that cards added during the sync count as not synced.
  const revision = await findSeatsRevision(deps.db, accountId);
  if (revision === undefined) return;
  await pushSeats(deps, accountId, revision);
  await saveSyncedRevision(deps.db, accountId, revision);
}

async function pushSeats(deps: Deps, accountId: string, revision: number): Promise<void> {
  const descriptions = new Map((await listPlans(deps.db)).map((plan) => [plan.id, plan.orderSummaryName]));
  let lastSynced: string | null = null;
  // Cards may have been added during the call to Stripe, so read them again until they no longer change.
  for (;;) {
    const standing = await getCompanyStanding(deps.db, accountId, deps.now());
    if (!standing?.isCurrent || !standing.membership.providerId) return;
    const currentSeats = JSON.stringify(standing.seats);
    if (currentSeats === lastSynced) return;
    await setSeats(
      deps,
      { providerId: standing.membership.providerId, revision },
      standing.seats.map((seat: Seat) => ({ ...seat, description: descriptions.get(seat.planId) ?? '' })),
    );
    lastSynced = currentSeats;
  }
}

const BATCH_SIZE = 50;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Syncs all companies whose card count at Stripe is outdated. Without this, a renewal would charge the wrong
 * amount. If a company fails, the next sweep retries it. Returns how many were synced.
 */
export async function sweepSeats(deps: Deps): Promise<number> {
  let syncedCount = 0;
  let after = FIRST_ID;
  for (;;) {
    const accounts = await findUnsynced(deps.db, after, BATCH_SIZE);
    for (const accountId of accounts) if (await trySync(deps, accountId)) syncedCount += 1;
    after = accounts.at(-1) ?? after;
    if (accounts.length < BATCH_SIZE) return syncedCount;
  }
}

async function trySync(deps: Deps, accountId: string): Promise<boolean> {
  try {
    await syncSeats(deps, accountId);
    return true;
  } catch (error) {
    deps.log.error({ err: error, account: accountId }, 'could not sync the number of cards to Stripe');
    return false;
  }
}
