import pg from 'pg';
import { searchWords } from '#server/lib/search-words.ts';
import type { SearchInput } from '../search/cases.ts';
import { fillStores } from '../search/fill-stores.ts';
import { createSearchMix } from '../search/mix.ts';
import { SETTINGS } from '../search/settings.ts';
import { withDatabase } from '../support/database.ts';
import { fillMemberships } from '../support/memberships.ts';
import { createVisitors, startMeasuredProduct } from '../support/product-server.ts';
import type { Bench, BenchOptions, Report } from '../support/report.ts';
import type { Comparison, Goal } from '../support/results.ts';
import { FULL_SLICES, QUICK_SLICES, takeTurns } from '../support/take-turns.ts';
import { describePeers, installPeers } from './install.ts';
import { type Ask, askDirectus, askPostGraphile, askUs, type Question } from './questions.ts';
import { type Peer, startDirectus, startPostGraphile } from './servers.ts';
import { boxAround, createPeerTables } from './tables.ts';

const ROWS = 1_000_000;
const QUICK_ROWS = 20_000;
const MIX_SEARCHES = 200;
const NEW_YORK: SearchInput = { zip: '10001' };
const EATING_OUT = 9;

/**
 * Picks searches that all three products support: a ZIP code, whole words without typos, a category, sorted
 * by name.
 */
async function pickMix(client: pg.Client): Promise<SearchInput[]> {
  const searches = await createSearchMix(client, MIX_SEARCHES * 20);
  const plain = searches.filter(
    ({ zip, national, type, sortBy }) => zip && !national && !type && sortBy === 1,
  );
  const { rows } = await client.query<{ word: string }>('select word from search_words where stores > 0');
  const knownWords = new Set(rows.map(({ word }) => word));
  return plain
    .filter(({ name }) => searchWords(name ?? '').every((word) => knownWords.has(word)))
    .slice(0, MIX_SEARCHES);
}

async function readPlaces(client: pg.Client) {
  const { rows } = await client.query<{ zip: string; latitude: number; longitude: number }>(
    'select zip, latitude, longitude from places',
  );
  return new Map(rows.map(({ zip, ...place }) => [zip, place]));
}

/**
 * Counts the listings in the bounding box, which is what Directus returns. Returns -1 if the question has no
 * place.
 */
async function countInBox(client: pg.Client, question: Question): Promise<number> {
  if ('number' in question || !question.place) return -1;
  const { search, place, words } = question;
  const { latitudes, longitudes } = boxAround(place, search.distance ?? 60);
  const { rows } = await client.query<{ count: string }>(
    `select count(*) as count from peers.listings
     where latitude between $1 and $2 and longitude between $3 and $4 and search_name like all ($5::text[])
       and ($6::int is null or category_list like '%,' || $6::int || ',%')`,
    [...latitudes, ...longitudes, words.map((word) => `%${word}%`), search.category ?? null],
  );
  return Number(rows[0]?.count);
}

interface Case {
  name: string;
  questions: Question[];
}

async function prepareCases(client: pg.Client, numbers: readonly string[]): Promise<Case[]> {
  const places = await readPlaces(client);
  const toQuestion = (search: SearchInput): Question => ({
    search,
    words: searchWords(search.name ?? ''),
    place: places.get(search.zip ?? '') ?? null,
  });
  return [
    { name: 'radius with exact total', questions: [toQuestion(NEW_YORK)] },
    { name: 'word', questions: [toQuestion({ name: 'pizza' })] },
    { name: 'category and radius', questions: [toQuestion({ ...NEW_YORK, category: EATING_OUT })] },
    { name: 'verification', questions: numbers.slice(0, 1_000).map((number) => ({ number })) },
    { name: 'page 500', questions: [toQuestion({ ...NEW_YORK, skip: 4_990 })] },
    { name: 'mix', questions: (await pickMix(client)).map(toQuestion) },
  ];
}

interface Contender {
  name: string;
  ask: Ask;
  peer: Pick<Peer, 'clients' | 'pid'>;
}

async function ask(
  { ask, peer }: Contender,
  client: number,
  question: Question | undefined,
): Promise<number> {
  const connection = peer.clients[client];
  if (!connection || !question) throw new Error('Unknown client or question');
  return ask(connection, question);
}

/**
 * Throws if the peer's total differs from ours. Directus may return the total of the bounding box instead.
 * Returns how often it did.
 */
async function compareTotals(
  client: pg.Client,
  { questions, name }: Case,
  us: Contender,
  them: Contender,
  countsBox: boolean,
): Promise<number> {
  let boxCount = 0;
  for (const question of questions.slice(0, 100)) {
    const [ours, theirs] = [await ask(us, 0, question), await ask(them, 0, question)];
    if (ours === theirs) continue;
    if (!countsBox || theirs !== (await countInBox(client, question))) {
      throw new Error(`${name}: ${them.name} found ${theirs}, we ${ours}: ${JSON.stringify(question)}`);
    }
    boxCount += 1;
  }
  return boxCount;
}

/** Returns the throughput goal against a peer. Only PostGraphile has one for verifications. */
function getGoal(peer: string, question: string): Goal | undefined {
  if (question !== 'verification') return { atLeast: peer === 'Directus' ? 4 : 8 };
  return peer === 'PostGraphile' ? { atLeast: 1.5 } : undefined;
}

async function run({ isQuick }: BenchOptions): Promise<Report> {
  const folder = await installPeers();
  const rows = isQuick ? QUICK_ROWS : ROWS;
  return withDatabase(async ({ url, processId }) => {
    await fillStores(url, rows);
    const numbers = await fillMemberships(url, rows);
    await createPeerTables(url);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const product = await startMeasuredProduct(url);
    const us: Contender = { name: 'we', ask: askUs(createVisitors()), peer: product };
    const comparisons: Comparison[] = [];
    const notes = [
      `${describePeers()}, with ${rows.toLocaleString('en-US')} stores and as many cards, without caches and limits of theirs.`,
      `They read flat tables with indexes for these questions. PostGraphile shows two SQL functions for radius and word.
        Directus can't compute a distance: it finds what is in the box around the circle, which is more.`.replace(
        /\s+/g,
        ' ',
      ),
    ];
    try {
      const cases = await prepareCases(client, numbers);
      for (const [name, askPeer, start] of [
        ['PostGraphile', askPostGraphile, startPostGraphile],
        ['Directus', askDirectus, startDirectus],
      ] as const) {
        const peer = await start(folder, url).catch((error: unknown) => {
          notes.push(`${name} is missing, because it did not start: ${String(error).slice(0, 300)}`);
        });
        if (!peer) continue;
        const them: Contender = { name, ask: askPeer, peer };
        try {
          for (const benchCase of cases) {
            const boxCount = await compareTotals(client, benchCase, us, them, name === 'Directus');
            const totals = boxCount > 0 ? ` (${boxCount} of its totals are the box's)` : '';
            notes.push(
              `${name}, ${benchCase.name}: the totals of ${Math.min(100, benchCase.questions.length)} question(s) agree${totals}.`,
            );
            const callInTurn = (contender: Contender) => {
              let next = 0;
              return (index: number) =>
                ask(contender, index, benchCase.questions[next++ % benchCase.questions.length]);
            };
            const goal = getGoal(name, benchCase.name);
            for (const clients of [1, 16]) {
              // Reconnect, because Node closes connections that are idle for 5 seconds.
              for (const client of peer.clients) client.close();
              const [throughput, ...cpu] = await takeTurns({
                row: benchCase.name,
                comparedWith: name,
                ours: { call: callInTurn(us), serverPid: product.pid },
                theirs: { call: callInTurn(them), serverPid: peer.pid },
                clients,
                plan: isQuick ? QUICK_SLICES : { ...FULL_SLICES, count: 8 },
                databasePid: processId,
                goals: goal ? { throughput: goal } : {},
              });
              if (throughput) comparisons.push(throughput, ...(benchCase.name === 'verification' ? cpu : []));
            }
          }
        } finally {
          await peer.stop();
        }
      }
      return { title: 'The same rows behind PostGraphile and Directus', comparisons, tables: [], notes };
    } finally {
      await client.end();
      await product.stop();
    }
  }, SETTINGS);
}

export const peersBench: Bench = { name: 'peers', run };
