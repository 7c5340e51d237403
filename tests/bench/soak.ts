import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import { readAddress } from '#server/platform/integrations/stripe/sandbox-address.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import type { SearchInput } from './search/cases.ts';
import { fillStores } from './search/fill-stores.ts';
import { createSearchMix } from './search/mix.ts';
import { buildSearchPath, sendGraphqlSearch } from './search/over-http.ts';
import { SETTINGS } from './search/settings.ts';
import { withDatabase } from './support/database.ts';
import { formatFigure, median, percentile } from './support/figures.ts';
import type { HttpClient, HttpResponse } from './support/http-client.ts';
import { describeMachine } from './support/machine.ts';
import { fillMemberships } from './support/memberships.ts';
import { readMemoryMb } from './support/processes.ts';
import { createVisitors, type MeasuredProduct, startMeasuredProduct } from './support/product-server.ts';
import { publish } from './support/report.ts';
import { verificationPath } from './verification.ts';

// Sends a realistic mix of calls to two processes of the product, as fast as they respond. Usage:
//   node tests/bench/soak.ts [--minutes 10] [--rows 1000000] [--clients 16]
// --rows is the number of stores, and of memberships. --clients is the number per process; each sends its
// next call when the last one has a response. Fails if a call fails or if a process keeps growing.

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    rows: { type: 'string', default: '1000000' },
    clients: { type: 'string', default: '16' },
  },
});
const [minutes, rows, clients] = [Number(values.minutes), Number(values.rows), Number(values.clients)];
/** The memory at the end of the run may be at most this many times the memory in the middle. */
const MAX_MEMORY_GROWTH = 1.2;
const SAMPLES = 60;
const MAX_SHOWN_ERRORS = 10;
const PAGES = ['/', '/', '/savings', '/verify/card', '/pricing', '/faq'];

interface CallKind {
  name: string;
  /** Calls of this kind per thousand calls. */
  share: number;
  send(client: HttpClient, headers: Record<string, string>): Promise<HttpResponse>;
  isRight(body: string): boolean;
}

const pick = <T>(list: readonly T[]): T => {
  const item = list[Math.floor(Math.random() * list.length)];
  if (item === undefined) throw new Error('An empty list');
  return item;
};

function createCallKinds(searches: readonly SearchInput[], numbers: readonly string[]): CallKind[] {
  const hasCount = (body: string) => body.includes('"count":');
  return [
    {
      name: 'search',
      share: 550,
      send: (client, headers) => client.get(buildSearchPath(pick(searches)), headers),
      isRight: hasCount,
    },
    {
      name: 'verification',
      share: 250,
      send: (client, headers) => client.get(verificationPath(pick(numbers)), headers),
      isRight: (body) => body.includes('"state":"active"'),
    },
    {
      name: 'page',
      share: 100,
      send: (client, headers) => client.get(pick(PAGES), headers),
      isRight: (body) => body.includes('</html>'),
    },
    {
      name: 'GraphQL search',
      share: 95,
      send: (client, headers) => sendGraphqlSearch(client, pick(searches), headers, true),
      isRight: (body) => hasCount(body) && !body.includes('"errors"'),
    },
    {
      name: 'purchase',
      share: 5,
      send: (client, headers) => client.post('/trpc/checkout.buyCard', makeCardPurchase(), headers),
      isRight: (body) => body.includes('"paid"'),
    },
  ];
}

function pickKind(kinds: readonly CallKind[]): CallKind {
  let chance = Math.random() * kinds.reduce((sum, { share }) => sum + share, 0);
  for (const kind of kinds) {
    chance -= kind.share;
    if (chance < 0) return kind;
  }
  return pick(kinds);
}

interface Outcome {
  /** In milliseconds, by kind of call. */
  times: Map<string, number[]>;
  errors: string[];
}

async function load(
  products: readonly MeasuredProduct[],
  kinds: readonly CallKind[],
  endsAt: number,
): Promise<Outcome> {
  const outcome: Outcome = { times: new Map(kinds.map(({ name }) => [name, []])), errors: [] };
  const headers = createVisitors();
  const run = async (connection: HttpClient) => {
    while (performance.now() < endsAt) {
      const kind = pickKind(kinds);
      const startedAt = performance.now();
      const { status, body } = await kind.send(connection, headers());
      outcome.times.get(kind.name)?.push(performance.now() - startedAt);
      if (status !== 200 || !kind.isRight(body))
        outcome.errors.push(`${kind.name}: ${status} ${body.slice(0, 300)}`);
    }
  };
  await Promise.all(products.flatMap((product) => product.clients.slice(0, clients).map(run)));
  return outcome;
}

async function sampleMemory(products: readonly MeasuredProduct[], endsAt: number): Promise<number[][]> {
  const samples: number[][] = products.map(() => []);
  const pauseMs = (endsAt - performance.now()) / SAMPLES;
  while (performance.now() + pauseMs <= endsAt) {
    await sleep(pauseMs);
    for (const [index, { pid }] of products.entries()) samples[index]?.push(await readMemoryMb(pid));
  }
  return samples;
}

/** Returns the median of a tenth of the samples, in MB. They begin at `share`, a fraction of the run. */
function findMedianMemory(samples: readonly number[], share: number): number {
  const length = Math.max(1, Math.floor(samples.length / 10));
  const from = Math.min(samples.length - length, Math.floor(samples.length * share));
  return median(samples.slice(from, from + length));
}

async function readSearches(url: string): Promise<SearchInput[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return createSearchMix(client, 2_000).finally(() => client.end());
}

await promisify(execFile)(process.execPath, ['web/build.ts'], { cwd: join(import.meta.dirname, '../..') });
await withDatabase(async ({ url, description }) => {
  const machine = describeMachine(description);
  await fillStores(url, rows);
  const numbers = await fillMemberships(url, rows);
  const kinds = createCallKinds(await readSearches(url), numbers);
  const first = await startMeasuredProduct(url);
  const sandbox = readAddress(first.dataDir);
  if (!sandbox) throw new Error('The sandbox is not running');
  const second = await startMeasuredProduct(url, {
    DATA_DIR: first.dataDir,
    STRIPE_SANDBOX_URL: sandbox.url,
  });
  const products = [first, second];
  try {
    const seconds = minutes * 60;
    await load(products, kinds, performance.now() + Math.min(30, seconds / 10) * 1_000);
    const endsAt = performance.now() + seconds * 1_000;
    const [{ times, errors }, samples] = await Promise.all([
      load(products, kinds, endsAt),
      sampleMemory(products, endsAt),
    ]);
    const total = [...times.values()].reduce((sum, all) => sum + all.length, 0);
    const memory = samples.map((all) => [0, 0.45, 0.9].map((share) => findMedianMemory(all, share)));
    await publish('soak', machine, {
      title: `${minutes} minutes of a realistic mix on two processes: ${formatFigure(total / seconds)} calls a second`,
      tables: [
        {
          columns: ['call', 'calls', 'per second', 'median ms', 'p99 ms'],
          rows: [...times].map(([name, all]) => [
            name,
            all.length.toLocaleString('en-US'),
            formatFigure(all.length / seconds),
            ...(all.length > 0
              ? [50, 99].map((percent) => formatFigure(percentile(all, percent)))
              : ['–', '–']),
          ]),
        },
        {
          caption: 'Memory (RSS), MB:',
          columns: ['process', 'start', 'middle', 'end'],
          rows: memory.map((mb, index) => [`server ${index + 1}`, ...mb.map(formatFigure)]),
        },
      ],
      notes: [
        `${rows.toLocaleString('en-US')} stores and memberships; ${clients} clients for each process, which send the next call when the last one is answered, so this is the highest rate.`,
        `${errors.length} of ${total.toLocaleString('en-US')} calls failed.`,
        ...errors.slice(0, MAX_SHOWN_ERRORS),
      ],
    });
    const isGrowing = memory.some(([, middle = 0, end = 0]) => end > middle * MAX_MEMORY_GROWTH);
    process.exitCode = errors.length > 0 || isGrowing ? 1 : 0;
  } finally {
    await second.stop();
    await first.stop();
  }
}, SETTINGS);
