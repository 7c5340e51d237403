import { join } from 'node:path';
import pg from 'pg';
import { fillStores } from './search/fill-stores.ts';
import { buildSearchPath } from './search/over-http.ts';
import { SETTINGS } from './search/settings.ts';
import { withDatabase } from './support/database.ts';
import {
  checkResponse,
  createVisitors,
  type MeasuredProduct,
  startMeasuredProduct,
} from './support/product-server.ts';
import type { Bench, BenchOptions, Report } from './support/report.ts';
import { QUICK_SLICES, type SlicePlan, takeTurns } from './support/take-turns.ts';

const STORES = 100_000;
const QUICK_STORES = 20_000;
/** Each slice is longer than the interval at which the server writes its counts. */
const SLICES: SlicePlan = { count: 10, seconds: 6 };
const HOOK = join(import.meta.dirname, 'support', 'without-counting.ts');

async function readShownCount(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query('select coalesce(sum(shown), 0)::int4 as shown from store_figures');
    return Number(rows[0]?.shown);
  } finally {
    await client.end();
  }
}

/** Compares the product with and without counting which businesses its searches show. */
async function run({ isQuick }: BenchOptions): Promise<Report> {
  return withDatabase(async ({ url, processId }) => {
    await fillStores(url, isQuick ? QUICK_STORES : STORES);
    const withCounting = await startMeasuredProduct(url);
    const withoutCounting = await startMeasuredProduct(url, { NODE_OPTIONS: `--import=${HOOK}` });
    const headers = createVisitors();
    let searchCount = 0;
    const side = (product: MeasuredProduct) => ({
      serverPid: product.pid,
      call: async (client: number) => {
        const response = await product.clients[client]?.get(buildSearchPath({ zip: '10001' }), headers());
        checkResponse(response, '"count"');
        if (product === withCounting) searchCount += 1;
      },
    });
    const comparisons = await takeTurns({
      row: 'search with counting',
      comparedWith: 'without counting',
      ours: side(withCounting),
      theirs: side(withoutCounting),
      clients: 16,
      plan: isQuick ? QUICK_SLICES : SLICES,
      databasePid: processId,
      goals: { serverCpu: { atMost: 1.03 } },
    }).finally(() => Promise.all([withCounting.stop(), withoutCounting.stop()]));
    const shownCount = await readShownCount(url);
    return {
      title: 'Searches with and without counting which businesses they show',
      comparisons,
      tables: [],
      notes: [
        `${searchCount} searches counted ${shownCount} views of businesses, ${shownCount / searchCount} each: a whole number if none was lost.`,
      ],
    };
  }, SETTINGS);
}

export const countingBench: Bench = { name: 'counting', run };
