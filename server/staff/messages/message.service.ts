import { getMessage } from '../../domains/content/messages/message.service.ts';
import type { AccountContext } from '../../platform/context.ts';
import { readAuditTimeline, recordOpened } from '../kit/timeline.service.ts';
import type { MessageDetail } from './message.schema.ts';
import { MESSAGE_KINDS } from './message-list.shared.ts';

/** Returns a message and what staff did with it. The audit log records who opened it. Throws NOT_FOUND. */
export async function openMessage(ctx: AccountContext, id: string): Promise<MessageDetail> {
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
