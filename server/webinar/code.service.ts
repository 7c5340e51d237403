import { randomInt } from 'node:crypto';
import type { Db } from '#db/client.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../lib/ids.ts';
import { deleteUnusedCodes, findCodes, insertCodes } from './code.repository.ts';

/** Without 0 and O, 1, I and L, which are taken for each other where a code is read out. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** 31 to the eighth: with 300 tries a minute nobody finds one by guessing. */
const LENGTH = 8;
/** A statement takes 65,535 values. */
const MOST_AT_ONCE = 10_000;

function randomCode(): string {
  return Array.from({ length: LENGTH }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('');
}

type CodeDeps = Pick<Deps, 'db' | 'now'>;

/** Adds codes as they are written; those that are there already stay. Returns the added ones. */
export async function addWebinarCodes({ db, now }: CodeDeps, codes: readonly string[]): Promise<string[]> {
  return addCodesIn(db, codes, now());
}

/** The same over a handle of the caller's: a transaction's, where more is done with them. */
export async function addCodesIn(db: Db, codes: readonly string[], createdAt: Date): Promise<string[]> {
  const added: string[] = [];
  for (let at = 0; at < codes.length; at += MOST_AT_ONCE) {
    const rows = codes.slice(at, at + MOST_AT_ONCE).map((code) => ({ id: newId(), code, createdAt }));
    added.push(...(await insertCodes(db, rows)));
  }
  return added;
}

/** Makes so many new codes to be handed out. */
export async function makeWebinarCodes(deps: CodeDeps, count: number): Promise<string[]> {
  const made: string[] = [];
  while (made.length < count) {
    const wanted = new Set(Array.from({ length: count - made.length }, randomCode));
    made.push(...(await addWebinarCodes(deps, [...wanted])));
  }
  return made;
}

/** Takes codes back that nobody has entered yet; returns those, and leaves the others. */
export async function removeWebinarCodes(db: Db, codes: readonly string[]): Promise<string[]> {
  return codes.length === 0 ? [] : deleteUnusedCodes(db, codes);
}

/** Every code and how far its holder is, the newest first. */
export async function listWebinarCodes(db: Db) {
  return findCodes(db);
}
