import pg from 'pg';
import { toCityKey } from '#db/places/city-key.ts';
import { TYPE_NAMES } from '#server/domains/stores/category.shared.ts';
import {
  DEFAULT_DISTANCE,
  DEFAULT_SORT,
  PAGE_SIZE,
} from '#server/domains/stores/search/search-rules.shared.ts';
import { searchWords } from '#server/lib/search-words.ts';
import type { Candidate } from './candidate.ts';
import type { SearchInput } from './cases.ts';
import { openNamedPool } from './recording.ts';

/** A search whose place has been looked up, as the alternative designs need it. */
export interface Criteria {
  place: { latitude: number; longitude: number } | null;
  miles: number;
  words: string[];
  type: number | null;
  category: number | null;
  isNational: boolean;
  sortBy: number;
  skip: number;
  limit: number;
}

/** Collects the parameter values of an SQL statement. */
export class Sql {
  readonly values: unknown[] = [];

  /** Adds a value and returns its placeholder. */
  of(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}

export type RunQuery = ReturnType<typeof openNamedPool>['runQuery'];

export interface MatchPage {
  count: number;
  ids: string[];
}

async function findPlace(runQuery: RunQuery, { zip, city, state }: SearchInput): Promise<Criteria['place']> {
  const rows = zip
    ? await runQuery('select latitude, longitude from places where zip = $1', [zip])
    : city
      ? await runQuery(
          'select latitude, longitude from cities join places using (zip) where cities.state = $1 and key = $2',
          [state, toCityKey(city)],
        )
      : [];
  const [row] = rows;
  return row ? { latitude: Number(row.latitude), longitude: Number(row.longitude) } : null;
}

/**
 * Commits are synchronous because VACUUM doesn't mark unflushed rows as visible, which index-only scans need.
 */
const SESSION = ["set maintenance_work_mem = '512MB'", 'set synchronous_commit = on'];

export async function setUpAlternative(url: string, setUp: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of [...SESSION, ...setUp]) await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Creates a candidate with another design. It does the same work as ours, from looking up the place to
 * reading the page's rows, except correcting typos.
 */
export function createAlternative(
  name: string,
  url: string,
  detailsStatement: string,
  find: (runQuery: RunQuery, criteria: Criteria) => Promise<MatchPage | undefined>,
): Candidate {
  const { runQuery, close } = openNamedPool(url, '-c jit=off');
  const today = new Date().toISOString().slice(0, 10);
  return {
    name,
    find: async (search) => {
      const matches = await find(runQuery, {
        place: await findPlace(runQuery, search),
        miles: search.distance ?? DEFAULT_DISTANCE,
        words: searchWords(search.name ?? ''),
        type: search.type ? TYPE_NAMES.indexOf(search.type) + 1 : null,
        category: search.category ?? null,
        isNational: search.national ?? false,
        sortBy: search.sortBy ?? DEFAULT_SORT,
        skip: search.skip ?? 0,
        limit: search.limit ?? PAGE_SIZE,
      });
      if (!matches) return undefined;
      if (matches.ids.length > 0) await runQuery(detailsStatement, [matches.ids, today]);
      return matches.count;
    },
    close,
  };
}

export const ORDERS: Record<number, string> = {
  1: 'name_key, id',
  2: 'name_key desc, id desc',
  3: 'type, name_key, id',
  4: 'type desc, name_key, id',
  5: 'closeness desc nulls last, name_key, id',
};

export const listIds = (rows: ReadonlyArray<Record<string, unknown>>) => rows.map(({ id }) => String(id));
