import { z } from 'zod';
import { type Db, inTransaction } from '#db/client.ts';
import type { Deps } from '../deps.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { recordAudit } from '../monitoring/audit.service.ts';
import { findRewards, findSentAt, markSent, type RewardRow } from './reward.repository.ts';

export type Reward = RewardRow;

/**
 * Lists rewards for redeemed codes, oldest first (D35). Without `includeSent`, only those that staff must
 * still send.
 */
export async function listRewards(db: Db, { includeSent = false } = {}): Promise<Reward[]> {
  return findRewards(db, { includeSent });
}

export type MarkSentOutcome =
  | { status: 'sent'; recipient: string; email: string }
  | { status: 'sent before'; sentAt: Date }
  | { status: 'unknown' };

/** Marks a reward as sent and emails its recipient. Two concurrent calls send only one email. */
export async function markRewardSent(
  { db, now, jobs }: Pick<Deps, 'db' | 'now'> & { jobs: Pick<JobQueue, 'enqueue'> },
  id: string,
): Promise<MarkSentOutcome> {
  if (!z.uuid().safeParse(id).success) return { status: 'unknown' };
  return inTransaction(db, async (trx) => {
    const reward = await markSent(trx, id, now());
    if (!reward) {
      const sentAt = (await findSentAt(trx, id))?.sentAt;
      return sentAt ? { status: 'sent before', sentAt } : { status: 'unknown' };
    }
    const { recipient, email, kind, amount, detail } = reward;
    const change = { before: 'owed', after: 'sent' };
    await recordAudit(trx, { action: 'reward.send', subject: `reward:${id}`, at: now(), change });
    await jobs.enqueue(trx, 'mail', {
      mail: 'reward-sent',
      to: email,
      props: { firstname: recipient, kind, amount, detail },
    });
    return { status: 'sent', recipient, email };
  });
}
