import { getReward } from '../../domains/webinar/reward.service.ts';
import type { AccountContext } from '../../platform/context.ts';
import { readAuditTimeline, recordOpened } from '../kit/timeline.service.ts';
import type { RewardDetail } from './webinar.schema.ts';
import { REWARD_KINDS } from './webinar-list.shared.ts';

/** Returns a reward and what staff did with it. The audit log records who opened it. Throws NOT_FOUND. */
export async function openReward(ctx: AccountContext, id: string): Promise<RewardDetail> {
  const { db } = ctx.deps;
  const { kind, recipient, email, amount, detail, code, owedAt, sentAt } = await getReward(db, id);
  const subject = `reward:${id}`;
  await recordOpened(ctx, subject);
  const timeline = await readAuditTimeline(db, [subject]);
  return {
    id,
    recipient,
    email,
    amount,
    kind: REWARD_KINDS[kind],
    detail,
    code,
    owedAt,
    sentAt,
    timeline,
  };
}
