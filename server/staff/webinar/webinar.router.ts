import {
  createWebinarCodes,
  importCodes,
  readNewCodes,
  removeWebinarCodes,
} from '../../domains/webinar/code.service.ts';
import { getReward, sendRewards, unsendReward } from '../../domains/webinar/reward.service.ts';
import { findWebinarCode } from '../../domains/webinar/webinar.service.ts';
import { AppError } from '../../lib/errors.ts';
import type { AccountContext } from '../../platform/context.ts';
import { router } from '../../platform/trpc.ts';
import { createAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import { readAuditTimeline, recordOpened } from '../kit/timeline.service.ts';
import {
  codeLine,
  codesFile,
  newCodes,
  type RewardDetail,
  rewardDetail,
  rewardId,
  rewardIds,
} from './webinar.schema.ts';
import { REWARD_KINDS } from './webinar-list.shared.ts';

const plural = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** Returns a reward and what staff did with it. The audit log records who opened it. Throws NOT_FOUND. */
async function openReward(ctx: AccountContext, id: string): Promise<RewardDetail> {
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

export const staffWebinarRouter = router({
  createCodes: createAction(newCodes, async ({ deps }, { count }) => ({
    effects: [`${plural(count, 'new code')} can be handed out. Each can be redeemed once.`],
    perform: (by) => createWebinarCodes(deps, count, by),
    done: `${plural(count, 'code')} created. The newest codes are first in the list.`,
  })),
  importCodes: createAction(codesFile, async ({ deps }, { file }) => {
    const { codes, addedCount, unused } = await readNewCodes(deps.db, file);
    const knownCount = codes.length - addedCount;
    return {
      effects: [
        `${plural(addedCount, 'new code')} will be added.`,
        ...(knownCount > 0
          ? [`${plural(knownCount, 'code')} in the file already exist and stay unchanged.`]
          : []),
        ...(unused.length > 0 ? [`Not used: ${unused.join(', ')}.`] : []),
      ],
      perform: (by) => importCodes(deps, codes, by),
      done: (addedCodes) => `${plural(addedCodes.length, 'code')} added.`,
    };
  }),
  removeCode: createAction(codeLine, async ({ deps }, { code }) => {
    const webinarCode = await findWebinarCode(deps.db, code);
    if (!webinarCode) throw new AppError('NOT_FOUND');
    return {
      effects: [`The code ${code} can no longer be used.`],
      state: webinarCode,
      perform: async (by) => {
        const removedCodes = await removeWebinarCodes(deps, [code], by);
        if (removedCodes.length === 0) {
          throw new AppError('CHANGED_SINCE', { message: 'This code was used, so it can’t be removed.' });
        }
      },
      done: `${code} removed.`,
    };
  }),
  reward: staffProcedure
    .input(rewardId)
    .output(rewardDetail)
    .query(({ ctx, input }) => openReward(ctx, input.id)),
  sendRewards: createAction(rewardIds, async ({ deps }, { ids }) => {
    const rewards = await Promise.all(ids.map((id) => getReward(deps.db, id)));
    return {
      effects: rewards.map(
        ({ amount, kind, recipient, email }) =>
          `${amount} ${REWARD_KINDS[kind].toLowerCase()}: ${recipient} gets an email at ${email}`,
      ),
      state: rewards.map(({ id, sentAt }) => ({ id, sentAt })),
      perform: (by) => sendRewards(deps, ids, by),
      done: `${plural(ids.length, 'reward')} marked as sent.`,
    };
  }),
  unsendReward: createAction(rewardId, async ({ deps }, { id }) => {
    const { recipient, sentAt } = await getReward(deps.db, id);
    return {
      effects: [`The reward for ${recipient} is owed again. The email about it can’t be taken back.`],
      state: sentAt,
      perform: (by) => unsendReward(deps, id, by),
      done: 'Owed again.',
    };
  }),
});
