import pg from 'pg';
import { cityKey } from '#db/seed/city-key.ts';
import { searchWords } from '#server/lib/search-words.ts';
import { TYPE_NAMES } from '#server/stores/category.shared.ts';
import { DEFAULT_DISTANCE, DEFAULT_SORT, PAGE_SIZE } from '#server/stores/search/search-rules.shared.ts';
import type { SearchInput } from './cases.ts';
import { namedPool } from './recorded.ts';
import type { Way } from './way.ts';

/** A search as the other designs take it: with its place looked up. */
export interface Wanted {
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

/** SQL with its values, put together piece by piece. */
export class Sql {
  readonly values: unknown[] = [];

  /** The placeholder of a value. */
  of(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}

export type Ask = ReturnType<typeof namedPool>['ask'];

export interface Found {
  count: number;
  ids: string[];
}

async function placeOf(ask: Ask, { zip, city, state }: SearchInput): Promise<Wanted['place']> {
  const rows = zip
    ? await ask('select latitude, longitude from places where zip = $1', [zip])
    : city
      ? await ask(
          'select avg(latitude) as latitude, avg(longitude) as longitude from places where state = $1 and city_key = $2',
          [state, cityKey(city)],
        )
      : [];
  const [row] = rows;
  return row ? { latitude: Number(row.latitude), longitude: Number(row.longitude) } : null;
}

/** A vacuum takes only what is flushed for visible to all, which index-only scans need. */
const SESSION = ["set maintenance_work_mem = '512MB'", 'set synchronous_commit = on'];

/** Sends the statements of `setUp` one by one, before anything is measured. */
export async function setUpRival(url: string, setUp: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of [...SESSION, ...setUp]) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A design that is compared with: it does the same work, from the look-up of the place to the rows of the page. */
export function rival(
  name: string,
  url: string,
  details: string,
  find: (ask: Ask, wanted: Wanted) => Promise<Found | undefined>,
): Way {
  const { ask, close } = namedPool(url, '-c jit=off');
  const today = new Date().toISOString().slice(0, 10);
  return {
    name,
    find: async (search) => {
      const found = await find(ask, {
        place: await placeOf(ask, search),
        miles: search.distance ?? DEFAULT_DISTANCE,
        words: searchWords(search.name ?? ''),
        type: search.type ? TYPE_NAMES.indexOf(search.type) + 1 : null,
        category: search.category ?? null,
        isNational: search.national ?? false,
        sortBy: search.sortBy ?? DEFAULT_SORT,
        skip: search.skip ?? 0,
        limit: search.limit ?? PAGE_SIZE,
      });
      if (!found) return undefined;
      if (found.ids.length > 0) await ask(details, [today, found.ids]);
      return found.count;
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

export const idsOf = (rows: ReadonlyArray<Record<string, unknown>>) => rows.map(({ id }) => String(id));
