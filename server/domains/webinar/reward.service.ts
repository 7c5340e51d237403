import { type Db, inTransaction } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { type AuditAuthor, recordAudit } from '../../platform/monitoring/audit.service.ts';
import { findReward, markOwed, markSent, type RewardRow } from './reward.repository.ts';

type RewardDeps = Pick<Deps, 'db' | 'now'>;
type Outbox = { jobs: Pick<JobQueue, 'enqueue'> };

/** Throws NOT_FOUND. */
export async function getReward(db: Db, id: string): Promise<RewardRow> {
  const reward = await findReward(db, id);
  if (!reward) throw new AppError('NOT_FOUND');
  return reward;
}

/**
 * Marks rewards as sent and emails their recipients. If any of them was already sent, marks none and throws
 * CHANGED_SINCE.
 */
export async function sendRewards(
  { db, now, jobs }: RewardDeps & Outbox,
  ids: readonly string[],
  author: AuditAuthor,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const at = now();
    const rewards = await markSent(trx, ids, at);
    if (rewards.length < ids.length) throw new AppError('CHANGED_SINCE');
    for (const { id, recipient, email, kind, amount, detail } of rewards) {
      const change = { before: 'owed', after: 'sent' };
      await recordAudit(trx, { ...author, action: 'reward.send', subject: `reward:${id}`, at, change });
      await jobs.enqueue(trx, 'mail', {
        mail: 'reward-sent',
        to: email,
        props: { firstname: recipient, kind, amount, detail },
      });
    }
  });
}

/** Undoes `sendRewards` for one reward. The recipient keeps the email. Throws CHANGED_SINCE. */
export async function unsendReward({ db, now }: RewardDeps, id: string, author: AuditAuthor): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!(await markOwed(trx, id))) throw new AppError('CHANGED_SINCE');
    const change = { before: 'sent', after: 'owed' };
    await recordAudit(trx, {
      ...author,
      action: 'reward.unsend',
      subject: `reward:${id}`,
      at: now(),
      change,
    });
  });
}
