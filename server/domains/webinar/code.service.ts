import { randomInt } from 'node:crypto';
import { type Db, inTransaction, type Trx } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { Deps } from '../../platform/deps.ts';
import { type AuditAuthor, recordAudit } from '../../platform/monitoring/audit.service.ts';
import { countKnownCodes, deleteUnusedCodes, findCodes, insertCodes } from './code.repository.ts';
import { readWebinarCodesFile } from './code-file.service.ts';

/** Leaves out 0, O, 1, I, and L, which are easily confused. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** With 31^8 possible codes, nobody can guess one at 300 attempts per minute. */
const CODE_LENGTH = 8;
/** Small, because a statement's codes are prepared in one turn of the event loop. */
const BATCH_SIZE = 2_000;

function createRandomCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

function* splitIntoBatches(codes: readonly string[]): Generator<string[]> {
  for (let start = 0; start < codes.length; start += BATCH_SIZE) yield codes.slice(start, start + BATCH_SIZE);
}

type CodeDeps = Pick<Deps, 'db' | 'now'>;

/** Adds codes that don't exist yet and returns them. */
export async function addCodes(db: Db, codes: readonly string[], createdAt: Date): Promise<string[]> {
  const addedCodes: string[] = [];
  for (const batch of splitIntoBatches(codes)) {
    const rows = batch.map((code) => ({ id: newId(), code }));
    addedCodes.push(...(await insertCodes(db, rows, createdAt)));
  }
  return addedCodes;
}

export async function createWebinarCodes(
  deps: CodeDeps,
  count: number,
  author: AuditAuthor,
): Promise<string[]> {
  return inTransaction(deps.db, async (trx) => {
    const createdCodes: string[] = [];
    while (createdCodes.length < count) {
      const length = Math.min(BATCH_SIZE, count - createdCodes.length);
      const candidates = new Set(Array.from({ length }, createRandomCode));
      createdCodes.push(...(await addCodes(trx, [...candidates], deps.now())));
    }
    await recordCodes(trx, 'add', { before: null, after: createdCodes.join(' ') }, deps.now(), author);
    return createdCodes;
  });
}

/** Reads a CSV file and counts the codes in it that are new. Throws INVALID_INPUT if a line has no valid code. */
export async function readNewCodes(
  db: Db,
  text: string,
): Promise<{ codes: string[]; addedCount: number; unused: string[] }> {
  const { codes, unused } = await requireCodes(text);
  let addedCount = codes.length;
  for (const batch of splitIntoBatches(codes)) addedCount -= await countKnownCodes(db, batch);
  return { codes, addedCount, unused };
}

/** Adds the codes that don't exist yet and returns them. */
export async function importCodes(
  { db, now }: CodeDeps,
  codes: readonly string[],
  author: AuditAuthor,
): Promise<string[]> {
  return inTransaction(db, async (trx) => {
    const addedCodes = await addCodes(trx, codes, now());
    if (addedCodes.length > 0)
      await recordCodes(trx, 'add', { before: null, after: addedCodes.join(' ') }, now(), author);
    return addedCodes;
  });
}

const MAX_LISTED_FAULTS = 5;

async function requireCodes(text: string): Promise<{ codes: string[]; unused: string[] }> {
  const { codes, faults, unused } = await readWebinarCodesFile(text);
  if (faults.length === 0 && codes.length === 0) faults.push('The file has no codes');
  if (faults.length === 0) return { codes, unused };
  const listedFaults = faults.slice(0, MAX_LISTED_FAULTS).join('; ');
  const more = faults.length > MAX_LISTED_FAULTS ? `; and ${faults.length - MAX_LISTED_FAULTS} more` : '';
  throw new AppError('INVALID_INPUT', { field: 'file', message: `${listedFaults}${more}.` });
}

/** Deletes codes that nobody has used and returns them. */
export async function removeWebinarCodes(
  { db, now }: CodeDeps,
  codes: readonly string[],
  author: AuditAuthor,
): Promise<string[]> {
  return inTransaction(db, async (trx) => {
    const removedCodes = codes.length === 0 ? [] : await deleteUnusedCodes(trx, codes);
    if (removedCodes.length > 0)
      await recordCodes(trx, 'remove', { before: removedCodes.join(' '), after: null }, now(), author);
    return removedCodes;
  });
}

async function recordCodes(
  trx: Trx,
  action: 'add' | 'remove',
  change: { before: string | null; after: string | null },
  at: Date,
  author: AuditAuthor,
): Promise<void> {
  await recordAudit(trx, {
    ...author,
    action: `webinar-codes.${action}`,
    subject: 'webinar-codes',
    at,
    change,
  });
}

export async function listWebinarCodes(db: Db) {
  return findCodes(db);
}
