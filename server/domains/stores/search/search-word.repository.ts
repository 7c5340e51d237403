import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

export interface SearchWord {
  word: string;
  /** How many listed stores have this word in their names. */
  stores: number;
}

/** The trigram index can find parts with at least this many letters. */
export const INDEXED_LETTERS = 3;

/**
 * For shorter parts, avoids `like`: the planner would use the trigram index, which doesn't help with them.
 */
const containsPart = (part: string) =>
  part.length < INDEXED_LETTERS
    ? sql<boolean>`strpos(word, ${part}) > 0`
    : sql<boolean>`word like ${`%${part}%`}`;

/** `part` must consist of letters and digits only, because it isn't escaped. */
export async function findWordsWith(db: Db, part: string): Promise<SearchWord[]> {
  return db
    .selectFrom('searchWords')
    .select(['word', 'stores'])
    .where(containsPart(part))
    .where('stores', '>', 0)
    .orderBy('stores', 'desc')
    .orderBy('word')
    .execute();
}

/** `part` must consist of letters and digits only, because it isn't escaped. */
export async function isPartOfWord(db: Db, part: string): Promise<boolean> {
  const row = await db
    .selectFrom('searchWords')
    .select('word')
    .where(containsPart(part))
    .where('stores', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns those of the words that are in names of listed stores. */
export async function findKnownWords(db: Db, words: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('searchWords')
    .select('word')
    .where('word', '=', sql<string>`any(${words}::text[])`)
    .where('stores', '>', 0)
    .execute();
  return rows.map(({ word }) => word);
}

/** How similar two words must be to match, from 0 to 1. */
const MIN_SIMILARITY = 0.4;

/** The most similar words come first. */
export async function findWordsLike(db: Db, word: string): Promise<SearchWord[]> {
  const similarity = sql<number>`similarity(word, ${word}::text)`;
  return (
    db
      .selectFrom('searchWords')
      .select(['word', 'stores'])
      // Only this operator uses the index. Its own threshold is lower, 0.3.
      .where(sql<boolean>`word % ${word}::text`)
      .where(similarity, '>=', MIN_SIMILARITY)
      .where('stores', '>', 0)
      .orderBy(similarity, 'desc')
      .orderBy('stores', 'desc')
      .orderBy('word')
      .execute()
  );
}
