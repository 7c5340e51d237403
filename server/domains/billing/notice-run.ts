import type { Db } from '#db/client.ts';
import type { Deps } from '../../platform/deps.ts';
import { syncSubscription } from '../checkout/purchase/sync/sync-subscription.service.ts';
import { getPublicSettings } from '../content/content.service.ts';
import { parseDays, type SettingKey } from '../content/setting.schema.ts';
import type { NoticeCandidate, Page } from '../payments/billing-notice.service.ts';

const BATCH_SIZE = 200;

/**
 * Sends a notice about each candidate. First syncs the subscription with Stripe, because a webhook may be
 * late. A notice that fails doesn't block the others, and is retried in the next hourly run.
 */
export async function sendNotices(
  deps: Deps,
  listCandidates: (page: Page) => Promise<NoticeCandidate[]>,
  send: (subscriptionId: string) => Promise<void>,
): Promise<void> {
  let after: NoticeCandidate | undefined;
  for (;;) {
    const candidates = await listCandidates({ after, limit: BATCH_SIZE });
    await syncEach(deps, candidates, send);
    after = candidates.at(-1) ?? after;
    if (candidates.length < BATCH_SIZE) return;
  }
}

/**
 * Syncs each subscription with Stripe, then calls `afterSync`. A failure is logged and doesn't block the
 * other subscriptions.
 */
export async function syncEach(
  deps: Deps,
  candidates: readonly NoticeCandidate[],
  afterSync: (subscriptionId: string) => Promise<void> = async () => {},
): Promise<void> {
  for (const { id, providerId } of candidates) {
    try {
      if (providerId) await syncSubscription(deps, providerId);
      await afterSync(id);
    } catch (error) {
      deps.log.error({ err: error, subscription: id }, 'could not send a notice about a bill');
    }
  }
}

/** Reads a setting that is a list of days, in ascending order. */
export async function readDays(db: Db, key: SettingKey): Promise<number[]> {
  const { [key]: text = '' } = await getPublicSettings(db);
  return parseDays(text).toSorted((a, b) => a - b);
}

export function addDays(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * 86_400_000);
}
