import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

export interface SearchWord {
  word: string;
  /** How many listed stores have it in their names. */
  stores: number;
}

/** The trigram index finds parts of at least this many letters. */
export const INDEXED_LETTERS = 3;

/** Avoids `like` for shorter parts: the planner would use the trigram index, which does not help with them. */
const containsPart = (part: string) =>
  part.length < INDEXED_LETTERS
    ? sql<boolean>`strpos(word, ${part}) > 0`
    : sql<boolean>`word like ${`%${part}%`}`;

/** Finds the words that contain `part`, which must be letters and digits only. */
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

/** Whether any word contains `part`, which must be letters and digits only. */
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

/** The minimum trigram similarity, from 0 to 1, for one word to match another. */
const MIN_SIMILARITY = 0.4;

/** Finds similar words, most similar first. */
export async function findWordsLike(db: Db, word: string): Promise<SearchWord[]> {
  const similarity = sql<number>`similarity(word, ${word}::text)`;
  return (
    db
      .selectFrom('searchWords')
      .select(['word', 'stores'])
      // Uses the index, whose own threshold is 0.3.
      .where(sql<boolean>`word % ${word}::text`)
      .where(similarity, '>=', MIN_SIMILARITY)
      .where('stores', '>', 0)
      .orderBy(similarity, 'desc')
      .orderBy('stores', 'desc')
      .orderBy('word')
      .execute()
  );
}
