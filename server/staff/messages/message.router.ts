import {
  getMessage,
  releaseMessage,
  setMessageAnswered,
} from '../../domains/content/messages/message.service.ts';
import { getSubscriberCount } from '../../domains/content/messages/newsletter.service.ts';
import { AppError } from '../../lib/errors.ts';
import type { Deps } from '../../platform/deps.ts';
import { router } from '../../platform/trpc.ts';
import { createAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import { messageDetail, messageId, newsletterCount } from './message.schema.ts';
import { openMessage } from './message.service.ts';

/** Throws NOT_FOUND. */
async function planChange({ db }: Deps, id: string, describe: (name: string) => string[]) {
  const { name, answeredAt, suspicion } = await getMessage(db, id);
  return { effects: describe(name), state: { answeredAt, suspicion } };
}

export const messagesRouter = router({
  detail: staffProcedure
    .input(messageId)
    .output(messageDetail)
    .query(({ ctx, input }) => openMessage(ctx, input.id)),
  newsletter: staffProcedure
    .output(newsletterCount)
    .query(async ({ ctx }) => ({ subscribers: await getSubscriberCount(ctx.deps.db) })),
  answer: createAction(messageId, async ({ deps }, { id }) => ({
    ...(await planChange(deps, id, (name) => [
      `The message from ${name} no longer counts as open.`,
      'We won’t send an email. Reply from your own mailbox.',
    ])),
    perform: (by) => setMessageAnswered(deps, id, true, by),
    done: 'Marked as answered.',
  })),
  reopen: createAction(messageId, async ({ deps }, { id }) => ({
    ...(await planChange(deps, id, (name) => [`The message from ${name} counts as open again.`])),
    perform: (by) => setMessageAnswered(deps, id, false, by),
    done: 'Open again.',
  })),
  release: createAction(messageId, async ({ deps }, { id }) => ({
    ...(await planChange(deps, id, (name) => [
      `The message from ${name} is accepted and emailed to the support address.`,
    ])),
    perform: async (by) => {
      if (!(await releaseMessage(deps, id, by))) throw new AppError('CHANGED_SINCE');
    },
    done: 'Accepted.',
  })),
});
