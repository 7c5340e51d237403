import type { Db, Trx } from '#db/client.ts';
import { inTransaction } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Context } from '../../../platform/context.ts';
import type { Deps } from '../../../platform/deps.ts';
import { hashJson } from '../../../platform/hash-json.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import { type AuditAuthor, recordAudit } from '../../../platform/monitoring/audit.service.ts';
import { findPublicSettings } from '../content.repository.ts';
import type { AntiSpamFields } from './anti-spam.schema.ts';
import { detectSpam } from './anti-spam.service.ts';
import {
  clearSuspicion,
  deleteMessagesFrom,
  deleteSuspectedMessagesBefore,
  findMessage,
  findMessages,
  findSuspicion,
  insertMessage,
  type Message,
  updateAnswered,
} from './message.repository.ts';
import type { MessageFields, MessageKind, Suspicion } from './message.schema.ts';
import { deleteSubscriber, deleteSuspectedSubscribersBefore } from './newsletter.repository.ts';

export interface FormMessage {
  kind: MessageKind;
  name: string;
  email: string;
  fields: MessageFields;
}

interface Outbox {
  jobs: Pick<JobQueue, 'enqueue'>;
}

type SenderContext = Pick<Context, 'entryPoint'> & { deps: Pick<Deps, 'db' | 'jobs' | 'now' | 'signer'> };

/**
 * Stores a visitor's message and emails it to staff. The same text from the same sender counts once per day.
 * A message that looks like a bot's is stored as suspected, not emailed, and rejected with FORM_SUSPECTED. If
 * a person sends it again a moment later, it is accepted and no longer suspected.
 */
export async function receiveMessage(
  { deps, entryPoint }: SenderContext,
  message: FormMessage,
  antiSpam: AntiSpamFields,
): Promise<true> {
  const isSuspected = await inTransaction(deps.db, async (trx) => {
    const suspicion = await detectSpam(deps, trx, entryPoint, antiSpam);
    const { outcome, id } = await storeMessage(trx, message, suspicion, deps.now());
    if (outcome === 'received') await notifyStaff(deps, trx, id, message);
    return outcome === 'suspected';
  });
  if (isSuspected) throw new AppError('FORM_SUSPECTED');
  return true;
}

function computeDigest({ kind, name, email, fields }: FormMessage, now: Date): string {
  const content = [kind, now.toISOString().slice(0, 10), name, email.toLowerCase(), fields];
  return hashJson(content);
}

/** Returns 'same' if staff already got this message, even if this copy looks like a bot's. */
async function storeMessage(
  trx: Trx,
  message: FormMessage,
  suspicion: Suspicion | null,
  now: Date,
): Promise<{ outcome: 'received' | 'suspected' | 'same'; id: string }> {
  const digest = computeDigest(message, now);
  const id = newId();
  if (await insertMessage(trx, { ...message, id, digest, suspicion, receivedAt: now })) {
    return { outcome: suspicion ? 'suspected' : 'received', id };
  }
  const existingMessage = await findSuspicion(trx, digest);
  if (!existingMessage?.suspicion) return { outcome: 'same', id };
  if (suspicion) return { outcome: 'suspected', id };
  return {
    outcome: (await clearSuspicion(trx, existingMessage.id)) ? 'received' : 'same',
    id: existingMessage.id,
  };
}

/**
 * Lists messages for staff, newest first: suspected spam if `suspected` is true, otherwise accepted messages.
 */
export async function listMessages(
  db: Db,
  filter: { kind: MessageKind | null; suspected: boolean },
): Promise<Message[]> {
  return findMessages(db, filter);
}

/** Accepts a suspected message and emails it to staff. Returns false if it was not suspected. */
export async function releaseMessage(
  deps: Pick<Deps, 'db' | 'now'> & Outbox,
  id: string,
  author: AuditAuthor,
): Promise<boolean> {
  return inTransaction(deps.db, async (trx) => {
    const message = await clearSuspicion(trx, id);
    if (!message) return false;
    await notifyStaff(deps, trx, id, message);
    const change = { before: 'suspected', after: 'accepted' };
    await recordAudit(trx, {
      ...author,
      action: 'message.release',
      subject: `message:${id}`,
      at: deps.now(),
      change,
    });
    return true;
  });
}

/** Throws NOT_FOUND if there is no such message. */
export async function getMessage(db: Db, id: string): Promise<Message> {
  const message = await findMessage(db, id);
  if (!message) throw new AppError('NOT_FOUND');
  return message;
}

/**
 * Marks a message as answered, or as open again. Throws CHANGED_SINCE if it is in that state already, because
 * someone else was faster, or if it is suspected.
 */
export async function setMessageAnswered(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: string,
  isAnswered: boolean,
  author: AuditAuthor,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const at = now();
    const answer = isAnswered ? { answeredAt: at, answeredBy: author.actorId } : null;
    if (!(await updateAnswered(trx, id, answer))) throw new AppError('CHANGED_SINCE');
    const [action, before, after] = isAnswered
      ? (['message.answer', 'open', 'answered'] as const)
      : (['message.reopen', 'answered', 'open'] as const);
    await recordAudit(trx, { ...author, action, subject: `message:${id}`, at, change: { before, after } });
  });
}

/** Deletes everything a person sent us: their messages and newsletter subscription. */
export async function deleteSenderData(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  email: string,
): Promise<{ messages: number; subscribed: boolean }> {
  return inTransaction(db, async (trx) => {
    const deletedData = {
      messages: await deleteMessagesFrom(trx, email),
      subscribed: await deleteSubscriber(trx, email),
    };
    // Don't record the address: the person asked us to forget it.
    const before = `${deletedData.messages} messages${deletedData.subscribed ? ' and a subscription' : ''}`;
    const change = { before, after: null };
    await recordAudit(trx, { action: 'sender.forget', subject: 'sender', at: now(), change });
    return deletedData;
  });
}

const SUSPECTED_RETENTION_DAYS = 90;

export async function deleteOldSuspectedRows({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const cutoff = new Date(now().getTime() - SUSPECTED_RETENTION_DAYS * 86_400_000);
  await deleteSuspectedMessagesBefore(db, cutoff);
  await deleteSuspectedSubscribersBefore(db, cutoff);
}

/** Emails the message to the support address. No-op if the settings have none. */
async function notifyStaff(
  { jobs }: Outbox,
  trx: Trx,
  id: string,
  { kind, name, email, fields }: FormMessage,
): Promise<void> {
  const { supportEmail } = await findPublicSettings(trx);
  if (!supportEmail) return;
  const props = { kind, name, email, fields };
  await jobs.enqueue(trx, 'mail', { mail: 'staff-message', to: supportEmail, props }, { id });
}
