import type { Trx } from '#db/client.ts';
import { listPlans } from '../../catalog/plan.service.ts';
import type { Deps } from '../../deps.ts';
import { setSeats } from '../../payments/stripe-seats.service.ts';
import { getCompanyStanding, type Seat } from './company.service.ts';
import {
  findSeatsRevision,
  findUntold,
  raiseSeatsRevision,
  saveToldRevision,
} from './company-seats.repository.ts';

/** The provider hears of added cards by a job, and where that is lost or gives up by the next sweep. */
export async function tellSeatsLater(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  accountId: string,
): Promise<void> {
  await raiseSeatsRevision(trx, accountId);
  await jobs.enqueue(trx, 'sync-seats', { accountId });
}

/**
 * Makes the company's subscription renew as many cards as it has, and notes that it does. Cards that are added
 * meanwhile are seen by looking again: whoever writes last has read last.
 */
export async function syncSeats(deps: Deps, accountId: string): Promise<void> {
  // Read first: what is added from here on is noted as untold.
  const revision = await findSeatsRevision(deps.db, accountId);
  if (revision === undefined) return;
  await tellSeats(deps, accountId);
  await saveToldRevision(deps.db, accountId, revision);
}

async function tellSeats(deps: Deps, accountId: string): Promise<void> {
  const descriptions = new Map((await listPlans(deps.db)).map((plan) => [plan.id, plan.orderSummaryName]));
  let written: string | null = null;
  for (;;) {
    const standing = await getCompanyStanding(deps.db, accountId, deps.now());
    if (!standing?.isCurrent || !standing.membership.providerId) return;
    const wanted = JSON.stringify(standing.seats);
    if (wanted === written) return;
    await setSeats(
      deps,
      standing.membership.providerId,
      standing.seats.map((seat: Seat) => ({ ...seat, description: descriptions.get(seat.planId) ?? '' })),
    );
    written = wanted;
  }
}

const BATCH = 50;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Tells the provider of all added cards that it has not heard of: a renewal would charge too little otherwise. One
 * that fails is left to the next sweep and keeps no other from its turn. Returns how many were put right.
 */
export async function sweepSeats(deps: Deps): Promise<number> {
  let told = 0;
  let after = BEFORE_ALL;
  for (;;) {
    const accounts = await findUntold(deps.db, after, BATCH);
    for (const accountId of accounts) if (await isTold(deps, accountId)) told += 1;
    after = accounts.at(-1) ?? after;
    if (accounts.length < BATCH) return told;
  }
}

async function isTold(deps: Deps, accountId: string): Promise<boolean> {
  try {
    await syncSeats(deps, accountId);
    return true;
  } catch (error) {
    deps.log.error(
      { err: error, account: accountId },
      'the number of cards could not be told to the provider',
    );
    return false;
  }
}
