import { createHash } from 'node:crypto';
import type { Trx } from '#db/client.ts';
import { inTransaction } from '#db/client.ts';
import type { Context } from '../context.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import { findPublicSettings } from './content.repository.ts';
import type { FormProof } from './form-proof.schema.ts';
import { judgeForm } from './form-proof.service.ts';
import { clearSuspicion, findSuspicion, insertMessage } from './message.repository.ts';
import type { MessageFields, MessageKind, Suspicion } from './message.schema.ts';

/** What a form says, whichever form it was. */
export interface Letter {
  kind: MessageKind;
  name: string;
  email: string;
  fields: MessageFields;
}

type Writer = Pick<Context, 'door'> & { deps: Pick<Deps, 'db' | 'jobs' | 'now' | 'signer'> };

/**
 * Keeps what a visitor wrote and tells staff by mail; the same words of the same sender on one day are one message.
 * What looks like a program's is kept with a mark, not mailed, and refused with FORM_SUSPECTED: a person who sends it
 * again a moment later gets through, and the mark is taken away.
 */
export async function receiveLetter({ deps, door }: Writer, letter: Letter, proof: FormProof): Promise<true> {
  const refused = await inTransaction(deps.db, async (trx) => {
    const suspicion = await judgeForm(deps, trx, door, proof);
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

/** The support address of the settings hears of it; where there is none, the table alone does. */
export async function tellStaff(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  id: string,
  { kind, name, email, fields }: Letter,
): Promise<void> {
  const { supportEmail } = await findPublicSettings(trx);
  if (!supportEmail) return;
  const mail = { mail: 'staff-message', to: supportEmail, props: { kind, name, email, fields } };
  await jobs.enqueue(trx, 'mail', mail, { id });
}
