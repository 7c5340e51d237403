import pg from 'pg';
import type { SearchInput } from './search/cases.ts';
import { fillStores } from './search/fill-stores.ts';
import { createSearchMix } from './search/mix.ts';
import { buildSearchPath, sendGraphqlSearch } from './search/over-http.ts';
import { recordSearches, searchKey } from './search/recording.ts';
import { SETTINGS } from './search/settings.ts';
import { startBareServer } from './support/bare.ts';
import { withDatabase } from './support/database.ts';
import type { HttpClient } from './support/http-client.ts';
import {
  checkResponse,
  createVisitors,
  openClients,
  startMeasuredProduct,
} from './support/product-server.ts';
import { withRecordingServer } from './support/recorded.ts';
import type { Bench, BenchOptions, Report } from './support/report.ts';
import type { Comparison, Goal } from './support/results.ts';
import { FULL_SLICES, QUICK_SLICES, type Side, takeTurns } from './support/take-turns.ts';

const STORES = 1_000_000;
const QUICK_STORES = 20_000;
const MIX_SEARCHES = 1_000;
const QUICK_MIX_SEARCHES = 200;

/** The most common search: within 60 miles of New York, sorted by name. */
const NEW_YORK: SearchInput = { zip: '10001' };

async function pickSearches(url: string, count: number): Promise<SearchInput[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await createSearchMix(client, count);
  } finally {
    await client.end();
  }
}

interface Against {
  row: string;
  clients: readonly number[];
  goals: { throughput?: Goal; serverCpu?: Goal };
}

async function run({ isQuick }: BenchOptions): Promise<Report> {
  const stores = isQuick ? QUICK_STORES : STORES;
  return withDatabase(async ({ url, processId }) => {
    await fillStores(url, stores);
    const searches = [NEW_YORK, ...(await pickSearches(url, isQuick ? QUICK_MIX_SEARCHES : MIX_SEARCHES))];
    const recording = await withRecordingServer(url, (server) => recordSearches(server, searches));
    const requests = searches.map((search) => recording.get(searchKey(search))?.statements ?? []);
    const product = await startMeasuredProduct(url);
    const bare = await startBareServer({ databaseUrl: url, requests });
    const bareClients = openClients(bare.port);
    const headers = createVisitors();

    const search = async (client: number, index: number) =>
      checkResponse(
        await product.clients[client]?.get(buildSearchPath(searches[index] ?? {}), headers()),
        '"count"',
      );
    const replay = async (client: number, index: number) =>
      checkResponse(await bareClients[client]?.get(`/replay/${index}`));
    let next = 0;
    // Skip the first search, which is New York's.
    const inTurn = () => 1 + (next++ % (searches.length - 1));
    const common = { plan: isQuick ? QUICK_SLICES : FULL_SLICES, databasePid: processId };
    const compareWithBare = async ({ row, clients, goals }: Against, pick: () => number) => {
      const rows: Comparison[] = [];
      for (const count of clients) {
        const ours: Side = { call: (client) => search(client, pick()), serverPid: product.pid };
        const theirs: Side = { call: (client) => replay(client, pick()), serverPid: bare.pid };
        const comparedWith = 'same SQL in bare Fastify';
        rows.push(
          ...(await takeTurns({ ...common, row, comparedWith, ours, theirs, clients: count, goals })),
        );
      }
      return rows;
    };
    const compareGraphql = async (clients: number) => {
      const send = async (client: HttpClient | undefined) =>
        checkResponse(client && (await sendGraphqlSearch(client, NEW_YORK, headers(), false)), '"count"');
      return takeTurns({
        ...common,
        row: 'GraphQL, single search',
        comparedWith: 'our tRPC call',
        ours: { call: (client) => send(product.clients[client]), serverPid: product.pid },
        theirs: { call: (client) => search(client, 0), serverPid: product.pid },
        clients,
        goals: { serverCpu: { atMost: 1.25 }, throughput: { atLeast: 1 / 1.25 } },
      });
    };
    try {
      return {
        title: `Searches of ${stores.toLocaleString('en-US')} stores`,
        comparisons: [
          ...(await compareWithBare(
            { row: 'radius search', clients: [1, 16], goals: { serverCpu: { atMost: 2 } } },
            () => 0,
          )),
          ...(await compareWithBare({ row: 'mix of searches', clients: [1], goals: {} }, inTurn)),
          ...(await compareWithBare(
            { row: 'mix of searches', clients: [16], goals: { throughput: { atLeast: 0.8 } } },
            inTurn,
          )),
          ...(await compareGraphql(1)),
          ...(await compareGraphql(16)),
        ],
        tables: [],
        notes: [
          'The bare handler sends the statements of a search one after another; the procedure sends independent ones together.',
          'GraphQL selects what the tRPC call returns, so no promotions.',
        ],
      };
    } finally {
      for (const client of bareClients) client.close();
      await bare.stop();
      await product.stop();
    }
  }, SETTINGS);
}

export const searchesBench: Bench = { name: 'searches', run };
