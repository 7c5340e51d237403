import { randomInt } from 'node:crypto';
import { type Db, inTransaction, type Trx } from '#db/client.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../lib/ids.ts';
import { recordAudit } from '../monitoring/audit.service.ts';
import { deleteUnusedCodes, findCodes, insertCodes } from './code.repository.ts';

/** Leaves out 0, O, 1, I, and L, which are easily confused. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** With 31^8 possible codes, nobody can guess one at 300 attempts per minute. */
const CODE_LENGTH = 8;
/** Keeps an insert below PostgreSQL's limit of 65,535 parameters. */
const MAX_INSERT_ROWS = 10_000;

function createRandomCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

type CodeDeps = Pick<Deps, 'db' | 'now'>;

/** Adds codes that don't exist yet and returns them. */
export async function addWebinarCodes({ db, now }: CodeDeps, codes: readonly string[]): Promise<string[]> {
  return addCodes(db, codes, now());
}

/** Like `addWebinarCodes`, but in the caller's transaction. */
export async function addCodes(db: Db, codes: readonly string[], createdAt: Date): Promise<string[]> {
  const added: string[] = [];
  for (let start = 0; start < codes.length; start += MAX_INSERT_ROWS) {
    const rows = codes
      .slice(start, start + MAX_INSERT_ROWS)
      .map((code) => ({ id: newId(), code, createdAt }));
    added.push(...(await insertCodes(db, rows)));
  }
  return added;
}

export async function createWebinarCodes(deps: CodeDeps, count: number): Promise<string[]> {
  return inTransaction(deps.db, async (trx) => {
    const created: string[] = [];
    while (created.length < count) {
      const candidates = new Set(Array.from({ length: count - created.length }, createRandomCode));
      created.push(...(await addCodes(trx, [...candidates], deps.now())));
    }
    await recordCodes(trx, 'add', { before: null, after: created.join(' ') }, deps.now());
    return created;
  });
}

/** Deletes codes that nobody has used and returns them. */
export async function removeWebinarCodes({ db, now }: CodeDeps, codes: readonly string[]): Promise<string[]> {
  return inTransaction(db, async (trx) => {
    const removed = codes.length === 0 ? [] : await deleteUnusedCodes(trx, codes);
    if (removed.length > 0)
      await recordCodes(trx, 'remove', { before: removed.join(' '), after: null }, now());
    return removed;
  });
}

async function recordCodes(
  trx: Trx,
  action: 'add' | 'remove',
  change: { before: string | null; after: string | null },
  at: Date,
): Promise<void> {
  await recordAudit(trx, { action: `webinar-codes.${action}`, subject: 'webinar-codes', at, change });
}

export async function listWebinarCodes(db: Db) {
  return findCodes(db);
}
