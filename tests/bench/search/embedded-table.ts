import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createDb } from '#db/client.ts';
import { migrateToLatest } from '#db/migrate.ts';
import { seed } from '#db/seed/seed.ts';
import { savingsSearch } from '#server/domains/stores/search/savings-search.schema.ts';
import { searchSavings } from '#server/domains/stores/search/savings-search.service.ts';
import { generateStores } from '#tests/helpers/stores/generate.ts';
import { loadStores } from '#tests/helpers/stores/load.ts';
import { formatFigure, median } from '../support/figures.ts';
import type { Table } from '../support/table.ts';
import { RARE_WORD, searchCases } from './cases.ts';
import { addPromotions, SEED } from './fill-stores.ts';

const STORES = 10_000;
const CALLS = 25;
const WARM_UP_CALLS = 8;

/** Measures each case on the embedded database, without HTTP. */
export async function measureEmbeddedDatabase(): Promise<Table & { caption: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-bench-'));
  const client = await createDb({ dataDir });
  const { db } = client;
  try {
    await migrateToLatest(client);
    await seed(db);
    await loadStores(db, generateStores({ count: STORES, seed: SEED }));
    await addPromotions(db);
    const rareWord = await sql.raw<{ word: string }>(RARE_WORD).execute(db);
    const rows: string[][] = [];
    for (const { name, search } of searchCases(rareWord.rows[0]?.word ?? '')) {
      const criteria = savingsSearch.parse(search);
      const durations: number[] = [];
      let count = 0;
      for (let call = 0; call < WARM_UP_CALLS + CALLS; call++) {
        const startedAt = performance.now();
        ({ count } = await searchSavings(db, criteria, { isMember: false, now: new Date() }));
        if (call >= WARM_UP_CALLS) durations.push(performance.now() - startedAt);
      }
      rows.push([
        name,
        count.toLocaleString('en-US'),
        formatFigure(median(durations)),
        formatFigure(Math.max(...durations)),
      ]);
    }
    return {
      caption: `On the embedded database with ${STORES.toLocaleString('en-US')} stores, without HTTP (goal: under 10 ms per page):`,
      columns: ['search', 'stores', 'median ms', 'longest ms'],
      rows,
    };
  } finally {
    await client.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
