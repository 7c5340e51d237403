import {
  getMessage,
  releaseMessage,
  setMessageAnswered,
} from '../../domains/content/messages/message.service.ts';
import { getSubscriberCount } from '../../domains/content/messages/newsletter.service.ts';
import { AppError } from '../../lib/errors.ts';
import type { AccountContext } from '../../platform/context.ts';
import type { Deps } from '../../platform/deps.ts';
import { router } from '../../platform/trpc.ts';
import { createAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import { readAuditTimeline, recordOpened } from '../kit/timeline.service.ts';
import { type MessageDetail, messageDetail, messageId, newsletterCount } from './message.schema.ts';
import { MESSAGE_KINDS } from './message-list.shared.ts';

/** Throws NOT_FOUND. */
async function planChange({ db }: Deps, id: string, describe: (name: string) => string[]) {
  const { name, answeredAt, suspicion } = await getMessage(db, id);
  return { effects: describe(name), state: { answeredAt, suspicion } };
}

/** Returns a message and what staff did with it. The audit log records who opened it. Throws NOT_FOUND. */
async function openMessage(ctx: AccountContext, id: string): Promise<MessageDetail> {
  const { db } = ctx.deps;
  const { kind, name, email, fields, suspicion, receivedAt, answeredAt } = await getMessage(db, id);
  const subject = `message:${id}`;
  await recordOpened(ctx, subject);
  return {
    id,
    kind: MESSAGE_KINDS[kind],
    name,
    email,
    fields,
    state: suspicion ? 'suspected' : answeredAt ? 'answered' : 'open',
    suspicion,
    receivedAt,
    timeline: await readAuditTimeline(db, [subject]),
  };
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
