import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

export interface SearchWord {
  word: string;
  /** How many listed stores have it in their name. */
  stores: number;
}

/** Letters that the dictionary's index needs to find a part. */
export const INDEXED_LETTERS = 3;

/** Of shorter parts the index knows nothing, though the planner would ask it. */
const holds = (part: string) =>
  part.length < INDEXED_LETTERS
    ? sql<boolean>`strpos(word, ${part}) > 0`
    : sql<boolean>`word like ${`%${part}%`}`;

/** The words of which `part` is a part; it has letters and digits alone. */
export async function findWordsWith(db: Db, part: string): Promise<SearchWord[]> {
  return db
    .selectFrom('searchWords')
    .select(['word', 'stores'])
    .where(holds(part))
    .where('stores', '>', 0)
    .orderBy('stores', 'desc')
    .orderBy('word')
    .execute();
}

/** Whether any word holds a part; it has letters and digits alone. */
export async function isPartOfWord(db: Db, part: string): Promise<boolean> {
  const found = await db
    .selectFrom('searchWords')
    .select('word')
    .where(holds(part))
    .where('stores', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** How alike two words must be, from 0 to 1, for one to stand for the other. */
const LIKENESS = 0.4;

/** The words that look like one that no name has, the most alike first. */
export async function findWordsLike(db: Db, word: string): Promise<SearchWord[]> {
  const likeness = sql<number>`similarity(word, ${word}::text)`;
  return (
    db
      .selectFrom('searchWords')
      .select(['word', 'stores'])
      // The index finds what is alike by 0.3, its own threshold.
      .where(sql<boolean>`word % ${word}::text`)
      .where(likeness, '>=', LIKENESS)
      .where('stores', '>', 0)
      .orderBy(likeness, 'desc')
      .orderBy('stores', 'desc')
      .orderBy('word')
      .execute()
  );
}
