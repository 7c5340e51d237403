import { createHash } from 'node:crypto';
import type { Db, Trx } from '#db/client.ts';
import { inTransaction } from '#db/client.ts';
import type { Context } from '../context.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { newId } from '../lib/ids.ts';
import { findPublicSettings } from './content.repository.ts';
import type { FormProof } from './form-proof.schema.ts';
import { checkFormProof } from './form-proof.service.ts';
import {
  clearSuspicion,
  deleteMessagesOf,
  deleteSuspectedBefore,
  findMessages,
  findSuspicion,
  insertMessage,
  type Message,
} from './message.repository.ts';
import type { MessageFields, MessageKind, Suspicion } from './message.schema.ts';
import { deleteSubscriber, deleteSuspectedSubscribersBefore } from './newsletter.repository.ts';

/** What a form says, whichever form it was. */
export interface Letter {
  kind: MessageKind;
  name: string;
  email: string;
  fields: MessageFields;
}

/** Where mails wait to be sent. */
interface Outbox {
  jobs: Pick<JobQueue, 'enqueue'>;
}

type Writer = Pick<Context, 'entryPoint'> & { deps: Pick<Deps, 'db' | 'jobs' | 'now' | 'signer'> };

/**
 * Keeps what a visitor wrote and tells staff by mail; the same words of the same sender on one day are one message.
 * What looks like a program's is kept with a mark, not mailed, and refused with FORM_SUSPECTED: a person who sends it
 * again a moment later gets through, and the mark is taken away.
 */
export async function receiveLetter(
  { deps, entryPoint }: Writer,
  letter: Letter,
  proof: FormProof,
): Promise<true> {
  const refused = await inTransaction(deps.db, async (trx) => {
    const suspicion = await checkFormProof(deps, trx, entryPoint, proof);
    const { outcome, id } = await keep(trx, letter, suspicion, deps.now());
    if (outcome === 'received') await tellStaff(deps, trx, id, letter);
    return outcome === 'suspected';
  });
  if (refused) throw new AppError('FORM_SUSPECTED');
  return true;
}

function digestOf({ kind, name, email, fields }: Letter, now: Date): string {
  const words = [kind, now.toISOString().slice(0, 10), name, email.toLowerCase(), fields];
  return createHash('sha256').update(JSON.stringify(words)).digest('base64url');
}

/** 'same' for what staff have been told already, whatever the second sending looks like. */
async function keep(
  trx: Trx,
  letter: Letter,
  suspicion: Suspicion | null,
  now: Date,
): Promise<{ outcome: 'received' | 'suspected' | 'same'; id: string }> {
  const digest = digestOf(letter, now);
  const id = newId();
  if (await insertMessage(trx, { ...letter, id, digest, suspicion, receivedAt: now })) {
    return { outcome: suspicion ? 'suspected' : 'received', id };
  }
  const before = await findSuspicion(trx, digest);
  if (!before?.suspicion) return { outcome: 'same', id };
  if (suspicion) return { outcome: 'suspected', id };
  return { outcome: (await clearSuspicion(trx, before.id)) ? 'received' : 'same', id: before.id };
}

/** For staff: those of people, or with `suspected` those that were taken for programs'; the newest first. */
export async function listMessages(
  db: Db,
  filter: { kind: MessageKind | null; suspected: boolean },
): Promise<Message[]> {
  return findMessages(db, filter);
}

/** Staff say that a person wrote it: the mark goes, and the mail is sent. False where there was no mark. */
export async function releaseMessage(deps: Pick<Deps, 'db'> & Outbox, id: string): Promise<boolean> {
  return inTransaction(deps.db, async (trx) => {
    const message = await clearSuspicion(trx, id);
    if (message) await tellStaff(deps, trx, id, message);
    return message !== undefined;
  });
}

/** Removes what somebody wrote to us, and the newsletter's entry; how many messages and whether there was one. */
export async function forgetWriter(
  db: Db,
  email: string,
): Promise<{ messages: number; subscribed: boolean }> {
  return inTransaction(db, async (trx) => ({
    messages: await deleteMessagesOf(trx, email),
    subscribed: await deleteSubscriber(trx, email),
  }));
}

const SUSPECTED_DAYS = 90;

/** What was taken for a program's, and what nobody has asked for since. */
export async function deleteOldSuspected({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - SUSPECTED_DAYS * 86_400_000);
  await deleteSuspectedBefore(db, before);
  await deleteSuspectedSubscribersBefore(db, before);
}

/** The support address of the settings hears of it; where there is none, the table alone does. */
async function tellStaff(
  { jobs }: Outbox,
  trx: Trx,
  id: string,
  { kind, name, email, fields }: Letter,
): Promise<void> {
  const { supportEmail } = await findPublicSettings(trx);
  if (!supportEmail) return;
  const props = { kind, name, email, fields };
  await jobs.enqueue(trx, 'mail', { mail: 'staff-message', to: supportEmail, props }, { id });
}
