import type { Db } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { maskText } from '../../../lib/mask.ts';
import type { Deps } from '../../../platform/deps.ts';
import {
  type EventFilter,
  findStripeEvent,
  findStripeEvents,
  type StoredEvent,
  saveEventOutcome,
} from './stripe-event.repository.ts';

/** The result of a sync with Stripe: whether it applied to any of our data and, if not, why. */
export type SyncResult = { isApplied: true } | { isApplied: false; reason: string };

export const APPLIED: SyncResult = { isApplied: true };

export function ignored(reason: string): SyncResult {
  return { isApplied: false, reason };
}

const MAX_REASON_LENGTH = 500;

/** Waits for the sync that an event caused, and records the event's outcome. */
export async function syncForEvent(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  jobId: string,
  sync: Promise<SyncResult>,
): Promise<void> {
  let result: SyncResult;
  try {
    result = await sync;
  } catch (error) {
    const reason = maskText(String(error)).slice(0, MAX_REASON_LENGTH);
    // If this fails too, the first error matters more. The job is retried.
    await saveEventOutcome(db, jobId, { outcome: 'failed', reason, settledAt: now() }).catch(() => {});
    throw error;
  }
  const outcome = result.isApplied
    ? ({ outcome: 'applied', reason: null } as const)
    : ({ outcome: 'ignored', reason: result.reason } as const);
  await saveEventOutcome(db, jobId, { ...outcome, settledAt: now() });
}

/** Throws NOT_FOUND. */
export async function getStripeEvent(db: Db, id: string): Promise<StoredEvent> {
  const event = await findStripeEvent(db, id);
  if (!event) throw new AppError('NOT_FOUND');
  return event;
}

/** Returns events that match the filter, newest first. */
export function listStripeEvents(db: Db, filter: EventFilter): Promise<StoredEvent[]> {
  return findStripeEvents(db, filter);
}
