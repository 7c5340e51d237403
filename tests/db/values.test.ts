import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { BOTH_DATABASES } from './both-databases.ts';

const KINDS = {
  int2: [-32_768, 32_767],
  int4: [-2_147_483_648, 0, 2_147_483_647],
  // Counts and cents are read as numbers, so they must be safe integers.
  int8: [-9_007_199_254_740_991, 0, 9_007_199_254_740_991],
  float8: [0.1, -1e300],
  // Decimals are never numbers, because floating point can't represent 0.1 exactly.
  'numeric(12, 4)': ['0.1000', '-12345678.9000'],
  boolean: [true, false],
  text: ['', 'Zoë 🎫', "'; drop table x; --", '\\', 'a\nb'],
  uuid: ['00000000-0000-7000-8000-0000000000ff'],
  // A date must not shift by the time zone's offset.
  date: ['2024-02-29', '2026-03-08', '1999-12-31'],
  timestamptz: [
    new Date('2026-03-08T08:59:59.999Z'),
    new Date('2024-02-29T00:00:00.001Z'),
    new Date('1969-12-31T23:59:59Z'),
  ],
  bytea: [Buffer.from([0, 1, 254, 255]), Buffer.alloc(0)],
  'text[]': [[], ['Ann', 'Bo, "Jr."', '', 'NULL', '{}', 'back\\slash']],
  'int4[]': [[1, 2, 3]],
  inet: ['10.0.0.1'],
} satisfies Record<string, unknown[]>;

describe.each(BOTH_DATABASES)('[STACK data] values are read as they were written, on $name', ({ open }) => {
  const database = open();

  describe.each(Object.entries(KINDS))('%s', (type, values) => {
    const table = sql.table(`kept_${type.replaceAll(/\W/g, '_')}`);
    beforeAll(() => sql`create table ${table} (value ${sql.raw(type)})`.execute(database.db));

    test.each([...values, null])('%j', async (value) => {
      await sql`delete from ${table}`.execute(database.db);
      await sql`insert into ${table} values (${value})`.execute(database.db);
      const { rows } = await sql<{ value: unknown }>`select value from ${table}`.execute(database.db);
      expect(rows).toStrictEqual([{ value }]);
      const matchingRow = await sql`select 1 from ${table} where value is not distinct from ${value}`.execute(
        database.db,
      );
      expect(matchingRow.rows).toHaveLength(1);
    });
  });

  test('JSON is written as text and read as objects, with keys unchanged', async () => {
    const value = { snake_case: [1, null, 'ü'], camelCase: { deep_er: true } };
    const { rows } = await sql<{ value: unknown }>`select ${JSON.stringify(value)}::jsonb as value`.execute(
      database.db,
    );
    expect(rows).toStrictEqual([{ value }]);
  });

  test('counts and sums are read as numbers', async () => {
    const counts = await sql<{ rows: unknown; cents: unknown }>`
      select count(*) as rows, sum(n) as cents from (values (4995::int4), (1000)) as paid (n)`.execute(
      database.db,
    );
    expect(counts.rows).toStrictEqual([{ rows: 2, cents: 5995 }]);
  });

  test('reading an integer too large for an exact number throws an error', async () => {
    await expect(sql`select 9007199254740993::int8`.execute(database.db)).rejects.toThrow(/safe integer/);
  });

  test('a timestamp is stored as the same instant in every server time zone', async () => {
    const instant = new Date('2026-11-01T08:30:00Z');
    const { rows } = await sql<{ text: string }>`
      select to_char(${instant}::timestamptz at time zone 'utc', 'YYYY-MM-DD HH24:MI') as text`.execute(
      database.db,
    );
    expect(rows).toEqual([{ text: '2026-11-01 08:30' }]);
  });
});
