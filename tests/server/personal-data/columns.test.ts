import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { TABLE_POLICIES } from '#server/domains/personal-data/table-policy.ts';
import { DELETED_EMAIL } from '#server/lib/text.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import type { TestAccount } from '#tests/helpers/factories/account.ts';
import { type AnonymizedTable, KEPT_COLUMNS, OMITTED_COLUMNS } from './columns.ts';
import { makeFullAccount, PASSWORD } from './full-account.ts';

type TableRow = Record<string, unknown>;

const database = testDb();
const server = testApp(database);
const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const toCamelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const isAnonymized = (table: string): table is AnonymizedTable => Object.hasOwn(KEPT_COLUMNS, table);

async function readNames(query: RawBuilder<{ name: string }>): Promise<string[]> {
  const { rows } = await query.execute(database.db);
  return rows.map(({ name }) => toCamelCase(name)).toSorted();
}

const listColumns = (table: string) =>
  readNames(sql`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${toSnakeCase(table)}`);

const listKeyColumns = (table: string) =>
  readNames(sql`select attname as name from pg_index join pg_attribute
    on attrelid = indrelid and attnum = any(indkey)
    where indisprimary and indrelid = ${toSnakeCase(table)}::regclass`);

/** Returns a table's rows by primary key. */
async function readTable(table: string): Promise<Map<string, TableRow>> {
  const keyColumns = await listKeyColumns(table);
  const { rows } = await sql<TableRow>`select * from ${sql.table(toSnakeCase(table))}`.execute(database.db);
  return new Map(rows.map((row) => [keyColumns.map((column) => row[column]).join(' '), row]));
}

/** Fills the columns that `makeFullAccount` leaves empty and that a deletion must clear. */
async function fillColumns({ id, email }: TestAccount): Promise<void> {
  const { db } = database;
  const address = { street1: '5 Home Street', street2: 'Apt 4', city: 'Denver', state: 'CO', zip: '80202' };
  const flags = { accountType: 1, isInfluencer: true, isFriend: true };
  await db.updateTable('accounts').set(flags).where('id', '=', id).execute();
  const company = { street2: 'Floor 4', reference: id, code: 'CODE', poNumber: 'PO 7' };
  await db.updateTable('companies').set(company).execute();
  await db
    .updateTable('companyCards')
    .set({ ...address, country: 'US', phone: '(555) 010-0111' })
    .execute();
  const listing = { logo: 'none.webp', description: 'Bread' };
  await db.updateTable('businesses').set(listing).where('accountId', '=', id).execute();
  await db.updateTable('sentMails').set({ recipient: email }).execute();
}

let before: Map<AnonymizedTable, Map<string, TableRow>>;
let download: Record<string, TableRow[]>;

beforeAll(async () => {
  const account = await makeFullAccount(server.deps);
  await fillColumns(account);
  download = JSON.parse((await (await server.visitor(account)).get('/api/account/data.json')).body);
  before = new Map();
  for (const table of Object.keys(KEPT_COLUMNS).filter(isAnonymized))
    before.set(table, await readTable(table));
  await server.caller(account).personalData.deleteAccount({ currentPassword: PASSWORD });
});

/** Objects are redacted carts and forms (redact.test.ts), and the time of the deletion. */
function isPlaceholder(value: unknown): boolean {
  if (typeof value !== 'string') return value === 0 || value === false || typeof value === 'object';
  return /^(|!|former|member|former member|deleted( \w+)?)$/i.test(value) || value.endsWith(DELETED_EMAIL);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

test('[architecture] deleting an account erases each column, or keeps it for a reason', async () => {
  for (const [table, rows] of before) {
    const after = await readTable(table);
    const unchanged = (await listColumns(table)).filter((column) => {
      const changedRows = [...rows].filter(([key, row]) => !isSame(row[column], after.get(key)?.[column]));
      const values = changedRows.map(([key]) => after.get(key)?.[column]);
      expect(values.filter((value) => !isPlaceholder(value))).toEqual([]);
      return changedRows.length === 0;
    });
    const kept = Object.keys(KEPT_COLUMNS[table]).flatMap((columns) => columns.split(' '));
    expect(
      unchanged,
      `A column of ${table} is neither erased nor kept on purpose: clear it in server/domains/personal-data/erasure.repository.ts and fill it in full-account.ts, or name it in KEPT_COLUMNS.`,
    ).toEqual(kept.toSorted());
  }
});

test('[architecture] the download has each column, or leaves it out on purpose', async () => {
  for (const [table, policy] of Object.entries(TABLE_POLICIES)) {
    if (!('section' in policy.download)) continue;
    const entries = download[policy.download.section] ?? [];
    const downloaded = new Set(entries.flatMap((entry) => Object.keys(entry)));
    const missing = (await listColumns(table)).filter((column) => !downloaded.has(column));
    const omitted = new Map(Object.entries(OMITTED_COLUMNS)).get(table)?.split(' ') ?? [];
    expect(
      missing,
      `A column of ${table} is neither downloaded nor left out on purpose: add it to server/domains/personal-data/data-section.repository.ts, or name it in OMITTED_COLUMNS. If it is personal data, erasure.repository.ts clears it.`,
    ).toEqual(omitted.toSorted());
  }
});
