import type { Db, Trx } from '#db/client.ts';
import { type MessageFields, type MessageKind, messageFields, type Suspicion } from './message.schema.ts';

export interface NewMessage {
  id: string;
  kind: MessageKind;
  name: string;
  email: string;
  fields: MessageFields;
  digest: string;
  suspicion: Suspicion | null;
  receivedAt: Date;
}

export interface Message {
  id: string;
  kind: MessageKind;
  name: string;
  email: string;
  fields: MessageFields;
  suspicion: string | null;
  receivedAt: Date;
  answeredAt: Date | null;
  answeredBy: string | null;
}

/** Returns false if the same message already exists. Waits for a concurrent insert of the same message. */
export async function insertMessage(trx: Trx, message: NewMessage): Promise<boolean> {
  const insertedRow = await trx
    .insertInto('messages')
    .values({ ...message, fields: JSON.stringify(message.fields) })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returning('id')
    .executeTakeFirst();
  return insertedRow !== undefined;
}

export async function findSuspicion(
  db: Db,
  digest: string,
): Promise<{ id: string; suspicion: string | null } | undefined> {
  return db
    .selectFrom('messages')
    .select(['id', 'suspicion'])
    .where('digest', '=', digest)
    .executeTakeFirst();
}

const COLUMNS = [
  'id',
  'kind',
  'name',
  'email',
  'fields',
  'suspicion',
  'receivedAt',
  'answeredAt',
  'answeredBy',
] as const;

export async function findMessage(db: Db, id: string): Promise<Message | undefined> {
  const row = await db.selectFrom('messages').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && { ...row, fields: messageFields.parse(row.fields) };
}

/**
 * Marks a message as answered or open. Returns false if it is already marked that way, suspected, or unknown.
 */
export async function updateAnswered(
  trx: Trx,
  id: string,
  answer: { answeredAt: Date; answeredBy: string | null } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('messages')
    .set(answer ?? { answeredAt: null, answeredBy: null })
    .where('id', '=', id)
    .where('suspicion', 'is', null)
    .where('answeredAt', answer ? 'is' : 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Clears a message's suspicion. Returns undefined if the message is unknown or was not suspected. */
export async function clearSuspicion(trx: Trx, id: string): Promise<Message | undefined> {
  const row = await trx
    .updateTable('messages')
    .set({ suspicion: null })
    .where('id', '=', id)
    .where('suspicion', 'is not', null)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && { ...row, fields: messageFields.parse(row.fields) };
}

/** Returns messages, newest first: suspected spam if `suspected` is true, otherwise accepted messages. */
export async function findMessages(
  db: Db,
  { kind, suspected }: { kind: MessageKind | null; suspected: boolean },
): Promise<Message[]> {
  const rows = await db
    .selectFrom('messages')
    .select(COLUMNS)
    .where('suspicion', suspected ? 'is not' : 'is', null)
    .$if(kind !== null, (query) => query.where('kind', '=', kind))
    .orderBy('receivedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, fields: messageFields.parse(row.fields) }));
}

export async function deleteSuspectedMessagesBefore(db: Db, cutoff: Date): Promise<void> {
  await db
    .deleteFrom('messages')
    .where('suspicion', 'is not', null)
    .where('receivedAt', '<', cutoff)
    .execute();
}

/** Deletes the messages from an address in any letter case. Returns how many there were. */
export async function deleteMessagesFrom(db: Db, email: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('messages')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
