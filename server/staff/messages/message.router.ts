import {
  getMessage,
  releaseMessage,
  setMessageAnswered,
} from '../../domains/content/messages/message.service.ts';
import { getSubscriberCount } from '../../domains/content/messages/newsletter.service.ts';
import { AppError } from '../../lib/errors.ts';
import type { AccountContext } from '../../platform/context.ts';
import { router } from '../../platform/trpc.ts';
import { createPreviewedAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import { messageDetail, messageId, newsletterCount } from './message.schema.ts';
import { openMessage } from './message.service.ts';

async function previewState({ deps }: AccountContext, id: string, effects: (name: string) => string[]) {
  const { name, answeredAt, suspicion } = await getMessage(deps.db, id);
  return { effects: effects(name), state: { answeredAt, suspicion } };
}

export const messagesRouter = router({
  detail: staffProcedure
    .input(messageId)
    .output(messageDetail)
    .query(({ ctx, input }) => openMessage(ctx, input.id)),
  newsletter: staffProcedure
    .output(newsletterCount)
    .query(async ({ ctx }) => ({ subscribers: await getSubscriberCount(ctx.deps.db) })),
  answer: createPreviewedAction({
    input: messageId,
    preview: (ctx, { id }) =>
      previewState(ctx, id, (name) => [
        `The message from ${name} no longer counts as open.`,
        'We won’t send an email. Reply from your own mailbox.',
      ]),
    perform: async ({ deps }, { id }, by) => {
      await setMessageAnswered(deps, id, true, by);
      return 'Marked as answered.';
    },
  }),
  reopen: createPreviewedAction({
    input: messageId,
    preview: (ctx, { id }) =>
      previewState(ctx, id, (name) => [`The message from ${name} counts as open again.`]),
    perform: async ({ deps }, { id }, by) => {
      await setMessageAnswered(deps, id, false, by);
      return 'Open again.';
    },
  }),
  release: createPreviewedAction({
    input: messageId,
    preview: (ctx, { id }) =>
      previewState(ctx, id, (name) => [
        `The message from ${name} is accepted and emailed to the support address.`,
      ]),
    perform: async ({ deps }, { id }, by) => {
      if (!(await releaseMessage(deps, id, by))) throw new AppError('CHANGED_SINCE');
      return 'Accepted.';
    },
  }),
});
