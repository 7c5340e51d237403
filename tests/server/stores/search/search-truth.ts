import { expect } from 'vitest';
import type { Db } from '#db/client.ts';
import { searchWords } from '#server/lib/search-words.ts';

/**
 * Recomputes the search tables and the copied columns of stores from the businesses, and expects the database
 * to have the same values.
 */
export async function expectSearchTruth(db: Db): Promise<void> {
  const stores = await db
    .selectFrom('stores')
    .innerJoin('businesses', 'businesses.id', 'stores.businessId')
    .select([
      'stores.id',
      'stores.cell',
      'stores.block',
      'stores.nameKey',
      'stores.type',
      'stores.searchName',
    ])
    .select([
      'stores.categories as copied',
      'stores.isNational as copiedNational',
      'stores.isListed as copiedListed',
    ])
    .select(['businesses.name', 'businesses.categories', 'businesses.isNational', 'businesses.isListed'])
    .execute();
  const words: unknown[] = [];
  const dictionary = new Map<string, number>();
  const counts = new Map<string, number>();
  const partCounts = new Map<string, number>();
  const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
  for (const store of stores) {
    const { id, name, categories, isNational, isListed, cell, block, type } = store;
    expect(store).toMatchObject({
      nameKey: name.toLowerCase(),
      searchName: searchWords(name).join(' '),
      copied: categories,
      copiedNational: isNational,
      copiedListed: isListed,
    });
    if (!isListed) continue;
    const [nameKey, nameWords] = [name.toLowerCase(), searchWords(name)];
    const searchName = nameWords.join(' ') === nameKey ? null : nameWords.join(' ');
    const ownWords = new Set(nameWords);
    for (const word of ownWords) {
      // The word's position, from 1, in all words joined by single spaces.
      const begins = [...nameWords.slice(0, nameWords.indexOf(word)), ''].join(' ').length + 1;
      words.push({ storeId: id, word, nameKey, searchName, begins, cell, type, isNational });
      add(dictionary, word);
    }
    const parts = [...ownWords].flatMap((word) =>
      [...word].flatMap((c, at, all) => [c, `${c}${all[at + 1] ?? ''}`]),
    );
    for (const part of new Set(parts)) add(partCounts, `${part}/${type}/${isNational}`);
    const squares = cell === null || block === null ? [] : [cell, 2_000_000 + block];
    for (const scope of [-1, ...squares, ...ownWords]) {
      for (const category of [0, ...categories]) add(counts, `${category}/${scope}/${type}/${isNational}`);
    }
  }
  const storeWordRows = await db
    .selectFrom('storeWords')
    .select(['storeId', 'word', 'nameKey', 'searchName', 'begins', 'cell', 'type', 'isNational'])
    .execute();
  expect(sortRows(storeWordRows)).toEqual(sortRows(words));
  // Words and squares without stores may remain with a count of zero.
  const searchWordRows = await db.selectFrom('searchWords').selectAll().where('stores', '<>', 0).execute();
  expect(sortRows(searchWordRows.map(({ word, stores: n }) => [word, n]))).toEqual(sortRows([...dictionary]));
  const squares = await db.selectFrom('squareCounts').selectAll().where('stores', '<>', 0).execute();
  const wordCountRows = await db.selectFrom('wordCounts').selectAll().where('stores', '<>', 0).execute();
  const countsByKey = [
    ...squares.map(({ square, ...row }) => ({ ...row, scope: square })),
    ...wordCountRows.map(({ word, ...row }) => ({ ...row, scope: word })),
  ].map((row) => [`${row.category}/${row.scope}/${row.type}/${row.isNational}`, row.stores]);
  expect(sortRows(countsByKey)).toEqual(sortRows([...counts]));
  const partRows = await db.selectFrom('partCounts').selectAll().where('stores', '<>', 0).execute();
  const partKeys = partRows.map((row) => [`${row.part}/${row.type}/${row.isNational}`, row.stores]);
  expect(sortRows(partKeys)).toEqual(sortRows([...partCounts]));
}

function sortRows(rows: readonly unknown[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}
