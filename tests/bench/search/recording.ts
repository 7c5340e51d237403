import pg from 'pg';
import { getTypeParser } from '#db/type-parsers.ts';
import { HttpClient } from '../support/http-client.ts';
import { MAX_CLIENTS } from '../support/product-server.ts';
import type { Statement } from '../support/replay.ts';
import type { BenchServer } from '../support/server-process.ts';
import type { Candidate } from './candidate.ts';
import type { SearchInput } from './cases.ts';
import { buildSearchPath } from './over-http.ts';

/** The SQL statements that the procedure sends for a search, and the number of matching stores. */
export interface RecordedSearch {
  statements: Statement[];
  count: number;
}

export type Recording = Map<string, RecordedSearch>;

export const searchKey = (search: SearchInput) => JSON.stringify(search);

/** Sends the searches one at a time to a server that records its statements. */
export async function recordSearches(
  server: BenchServer,
  searches: readonly SearchInput[],
): Promise<Recording> {
  const client = new HttpClient(server.port);
  const recording: Recording = new Map();
  try {
    await server.takeCosts();
    for (const search of searches) {
      const { status, body } = await client.get(buildSearchPath(search));
      const [cost] = await server.takeCosts();
      if (status !== 200 || !cost) throw new Error(`Returned ${status}: ${body}`);
      const count = Number(/"count":(\d+)/.exec(body)?.[1]);
      recording.set(searchKey(search), { statements: cost.statements, count });
    }
  } finally {
    client.close();
  }
  return recording;
}

/** Opens a pool that names statements by their text, like the product's pool. */
export function openNamedPool(url: string, settings = '') {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CLIENTS,
    types: { getTypeParser },
    ...(settings === '' ? {} : { options: settings }),
  });
  const names = new Map<string, string>();
  const runQuery = async (text: string, values: unknown[]) => {
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    const { rows } = await pool.query<Record<string, unknown>>({ name, text, values });
    return rows;
  };
  return { runQuery, close: () => pool.end() };
}

/** Replays the procedure's statements in order. */
export function createSqlReplay(url: string, recording: Recording): Candidate {
  const { runQuery, close } = openNamedPool(url);
  return {
    name: 'its SQL through a bare pg pool',
    find: async (search) => {
      const recordedSearch = recording.get(searchKey(search));
      if (!recordedSearch) throw new Error('The search was not recorded');
      for (const { text, values } of recordedSearch.statements) await runQuery(text, values);
      return recordedSearch.count;
    },
    close,
  };
}

export function selectOne(url: string): Candidate {
  const { runQuery, close } = openNamedPool(url);
  return {
    name: 'select 1',
    find: async () => {
      await runQuery('select $1::int4 as one', [1]);
      return undefined;
    },
    close,
  };
}
