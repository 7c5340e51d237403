import {
  createWebinarCodes,
  importCodesFile,
  previewCodesFile,
  removeWebinarCodes,
} from '../../domains/webinar/code.service.ts';
import { getReward, sendRewards, unsendReward } from '../../domains/webinar/reward.service.ts';
import { findWebinarCode } from '../../domains/webinar/webinar.service.ts';
import { AppError } from '../../lib/errors.ts';
import { router } from '../../platform/trpc.ts';
import { createPreviewedAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import { codeLine, codesFile, newCodes, rewardDetail, rewardId, rewardIds } from './webinar.schema.ts';
import { openReward, previewRewards } from './webinar.service.ts';

const plural = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

export const staffWebinarRouter = router({
  createCodes: createPreviewedAction({
    input: newCodes,
    preview: async (_ctx, { count }) => ({
      effects: [`${plural(count, 'new code')} can be handed out. Each can be redeemed once.`],
      state: null,
    }),
    perform: async ({ deps }, { count }, by) => {
      await createWebinarCodes(deps, count, by);
      return `${plural(count, 'code')} created. The newest codes are first in the list.`;
    },
  }),
  importCodes: createPreviewedAction({
    input: codesFile,
    preview: async ({ deps }, { file }) => {
      const counts = await previewCodesFile(deps.db, file);
      const { added, known } = counts;
      return {
        effects: [
          `${plural(added, 'new code')} will be added.`,
          ...(known > 0 ? [`${plural(known, 'code')} in the file already exist and stay unchanged.`] : []),
        ],
        state: counts,
      };
    },
    perform: async ({ deps }, { file }, by) =>
      `${plural((await importCodesFile(deps, file, by)).length, 'code')} added.`,
  }),
  removeCode: createPreviewedAction({
    input: codeLine,
    preview: async ({ deps }, { code }) => {
      const webinarCode = await findWebinarCode(deps.db, code);
      if (!webinarCode) throw new AppError('NOT_FOUND');
      return { effects: [`The code ${code} can no longer be used.`], state: webinarCode };
    },
    perform: async ({ deps }, { code }, by) => {
      const removedCodes = await removeWebinarCodes(deps, [code], by);
      if (removedCodes.length === 0) {
        throw new AppError('CHANGED_SINCE', { message: 'This code was used, so it can’t be removed.' });
      }
      return `${code} removed.`;
    },
  }),
  reward: staffProcedure
    .input(rewardId)
    .output(rewardDetail)
    .query(({ ctx, input }) => openReward(ctx, input.id)),
  sendRewards: createPreviewedAction({
    input: rewardIds,
    preview: (ctx, { ids }) => previewRewards(ctx, ids),
    perform: async ({ deps }, { ids }, by) => {
      await sendRewards(deps, ids, by);
      return `${plural(ids.length, 'reward')} marked as sent.`;
    },
  }),
  unsendReward: createPreviewedAction({
    input: rewardId,
    preview: async ({ deps }, { id }) => {
      const { recipient, sentAt } = await getReward(deps.db, id);
      const effects = [`The reward for ${recipient} is owed again. The email about it can’t be taken back.`];
      return { effects, state: { sentAt } };
    },
    perform: async ({ deps }, { id }, by) => {
      await unsendReward(deps, id, by);
      return 'Owed again.';
    },
  }),
});
