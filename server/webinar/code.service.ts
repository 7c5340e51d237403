import { randomInt } from 'node:crypto';
import type { Db } from '#db/client.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../lib/ids.ts';
import { deleteUnusedCodes, findCodes, insertCodes } from './code.repository.ts';

/** Without 0 and O, and 1, I and L, which are easily confused. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** 31^8 codes: nobody can guess one with 300 attempts a minute. */
const CODE_LENGTH = 8;
/** Keeps an insert below PostgreSQL's limit of 65,535 parameters. */
const MAX_INSERT_ROWS = 10_000;

function randomCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

type CodeDeps = Pick<Deps, 'db' | 'now'>;

/** Adds the given codes and returns the new ones. Existing codes are skipped. */
export async function addWebinarCodes({ db, now }: CodeDeps, codes: readonly string[]): Promise<string[]> {
  return addCodes(db, codes, now());
}

/** Like `addWebinarCodes`, in the caller's transaction. */
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

/** Creates random codes to hand out. */
export async function createWebinarCodes(deps: CodeDeps, count: number): Promise<string[]> {
  const created: string[] = [];
  while (created.length < count) {
    const candidates = new Set(Array.from({ length: count - created.length }, randomCode));
    created.push(...(await addWebinarCodes(deps, [...candidates])));
  }
  return created;
}

/** Deletes the codes that nobody has used yet and returns them. */
export async function removeWebinarCodes(db: Db, codes: readonly string[]): Promise<string[]> {
  return codes.length === 0 ? [] : deleteUnusedCodes(db, codes);
}

/** Newest first. */
export async function listWebinarCodes(db: Db) {
  return findCodes(db);
}
