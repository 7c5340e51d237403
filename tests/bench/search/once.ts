import { sql } from 'kysely';
import { withDatabase } from '../support/database.ts';
import { formatFigure } from '../support/figures.ts';
import { startMeasuredProduct } from '../support/product-server.ts';
import type { Report } from '../support/report.ts';
import type { Table } from '../support/table.ts';
import { RARE_WORD, searchCases } from './cases.ts';
import { fillStores } from './fill-stores.ts';
import { createProcedureCandidate } from './over-http.ts';
import { SETTINGS } from './settings.ts';

const WARM_CALLS = 8;

async function measureOnce(stores: number): Promise<Table & { caption: string }> {
  return withDatabase(async ({ url, client: { db } }) => {
    const startedAt = performance.now();
    await fillStores(url, stores);
    const loadingSeconds = (performance.now() - startedAt) / 1000;
    const { rows: words } = await sql.raw<{ word: string }>(RARE_WORD).execute(db);
    const { rows: sizes } = await sql<{ size: string }>`
      select pg_size_pretty(pg_database_size(current_database())) as size`.execute(db);
    const product = await startMeasuredProduct(url);
    const { find, close } = createProcedureCandidate(product.port);
    const rows: string[][] = [];
    try {
      for (const { name, search } of searchCases(words[0]?.word ?? '')) {
        const durations: number[] = [];
        let count: number | undefined;
        for (let call = 0; call <= WARM_CALLS; call += 1) {
          const calledAt = performance.now();
          count = await find(search, 0);
          durations.push(performance.now() - calledAt);
        }
        const [first = 0] = durations;
        rows.push([
          name,
          (count ?? 0).toLocaleString('en-US'),
          formatFigure(first),
          formatFigure(durations.at(-1) ?? 0),
        ]);
      }
    } finally {
      await close();
      await product.stop();
    }
    return {
      caption: `${stores.toLocaleString('en-US')} stores, loaded in ${loadingSeconds.toFixed(0)} s, ${sizes[0]?.size}:`,
      columns: ['search', 'matches', 'first call, ms', 'ninth call, ms'],
      rows,
    };
  }, SETTINGS);
}

/** Loads stores and runs each search a few times, without comparing designs. */
export async function searchOnce(sizes: readonly number[]): Promise<Report> {
  const tables: Report['tables'] = [];
  for (const stores of sizes) tables.push(await measureOnce(stores));
  return { title: 'The savings search, once', tables, notes: ['Over HTTP, with limits, one client.'] };
}
