import pg from 'pg';
import { getTypeParser } from '#db/type-parsers.ts';
import { HttpClient } from '../support/http-client.ts';
import type { Statement } from '../support/replay.ts';
import type { BenchServer } from '../support/server-process.ts';
import type { SearchInput } from './cases.ts';
import { pathOf } from './over-http.ts';
import { MOST_CLIENTS, type Way } from './way.ts';

/** What the procedure asks of the database for a search, and how many stores it says fit. */
export interface Recorded {
  statements: Statement[];
  count: number;
}

export type Recording = Map<string, Recorded>;

export const keyOf = (search: SearchInput) => JSON.stringify(search);

/** Sends the searches one after another to a server that is watched. */
export async function record(server: BenchServer, searches: readonly SearchInput[]): Promise<Recording> {
  const client = new HttpClient(server.port);
  const recording: Recording = new Map();
  try {
    await server.spent();
    for (const search of searches) {
      const { status, body } = await client.get(pathOf(search));
      const [spent] = await server.spent();
      if (status !== 200 || !spent) throw new Error(`Answered ${status}: ${body}`);
      const count = Number(/"count":(\d+)/.exec(body)?.[1]);
      recording.set(keyOf(search), { statements: spent.statements, count });
    }
  } finally {
    client.close();
  }
  return recording;
}

/** The same text has the same name, as in the product's own pool. */
export function namedPool(url: string, settings = '') {
  const pool = new pg.Pool({
    connectionString: url,
    max: MOST_CLIENTS,
    types: { getTypeParser },
    ...(settings === '' ? {} : { options: settings }),
  });
  const names = new Map<string, string>();
  const ask = async (text: string, values: unknown[]) => {
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    const { rows } = await pool.query<Record<string, unknown>>({ name, text, values });
    return rows;
  };
  return { ask, close: () => pool.end() };
}

/** The procedure's statements again, in their order, and nothing else. */
export function bareSql(url: string, recording: Recording): Way {
  const { ask, close } = namedPool(url);
  return {
    name: 'its SQL through a bare pg pool',
    find: async (search) => {
      const recorded = recording.get(keyOf(search));
      if (!recorded) throw new Error('A search was not recorded');
      for (const { text, values } of recorded.statements) await ask(text, values);
      return recorded.count;
    },
    close,
  };
}

export function selectOne(url: string): Way {
  const { ask, close } = namedPool(url);
  return {
    name: 'select 1',
    find: async () => {
      await ask('select $1::int4 as one', [1]);
      return undefined;
    },
    close,
  };
}
