import { inTransaction } from '#db/client.ts';
import { OVERDUE_DAYS } from '../../lib/business-rules.ts';
import type { Deps } from '../../platform/deps.ts';
import { enqueueUnpaidNotice, isCheckNeeded } from '../checkout/purchase/sync/bill-mail.service.ts';
import { listUnpaid } from '../payments/billing-notice.service.ts';
import { readSubscription } from '../payments/stripe-subscription.service.ts';
import { findSubscriptionById } from '../payments/subscriptions/subscription.service.ts';
import { addDays, readDays, sendNotices } from './notice-run.ts';

/**
 * Reminds payers of unpaid bills. The setting `unpaidReminderDays` lists how many days after the failed
 * charge to do so. If a run was missed, only the latest reminder is sent. May run in several processes at
 * once.
 */
export async function sendUnpaidNotices(deps: Deps): Promise<void> {
  const now = deps.now();
  // The notice for day 0 was usually sent when the charge failed.
  const days = [0, ...(await readDays(deps.db, 'unpaidReminderDays'))];
  for (const [i, day] of days.entries()) {
    const overdueRange = {
      after: addDays(now, -(days[i + 1] ?? OVERDUE_DAYS)),
      until: addDays(now, -day),
    };
    await sendNotices(
      deps,
      (page) => listUnpaid(deps.db, overdueRange, days.slice(i), page),
      (id) => sendUnpaidNotice(deps, id, { days: day, isLast: i === days.length - 1 }),
    );
  }
}

async function sendUnpaidNotice(
  deps: Deps,
  subscriptionId: string,
  notice: { days: number; isLast: boolean },
): Promise<void> {
  const providerId = (await findSubscriptionById(deps.db, subscriptionId))?.providerId;
  const needsCheck = providerId ? await isCheckNeeded(deps, await readSubscription(deps, providerId)) : false;
  await inTransaction(deps.db, async (trx) => {
    const subscription = await findSubscriptionById(trx, subscriptionId);
    if (!subscription?.pastDueSince || subscription.endedAt) return;
    const amountCents = subscription.owedCents;
    await enqueueUnpaidNotice(deps, trx, subscription, { ...notice, amountCents, needsCheck });
  });
}
