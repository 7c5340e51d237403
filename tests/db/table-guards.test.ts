import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { TABLE_GUARDS } from '#db/table-guards.ts';
import { newId } from '#server/lib/ids.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createFieldCipher } from '#server/platform/security/field-cipher.ts';
import { makeFullAccount } from '#tests/server/personal-data/full-account.ts';
import { BOTH_DATABASES } from './both-databases.ts';

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

interface GuardRow {
  table: string;
  changes: readonly string[] | 'any';
  deletes: boolean;
}

const guards: GuardRow[] = Object.entries(TABLE_GUARDS).map(([table, { changes, deletes }]) => ({
  table: toSnakeCase(table),
  changes: changes === 'any' ? changes : changes.map(toSnakeCase),
  deletes,
}));

/** Creates a row in each table that is guarded. */
async function fillTables(deps: Pick<Deps, 'db' | 'cipher'>): Promise<void> {
  const { db } = deps;
  const { id } = await makeFullAccount(deps);
  const now = new Date();
  const text = { type: 'TEST', version: 1, html: '<p>Text</p>', publishedAt: now };
  for (const table of ['contracts', 'policies', 'helpTexts'] as const) {
    await db.insertInto(table).values(text).execute();
  }
  await db
    .insertInto('cardPrintRuns')
    .values({ id: newId(), printedAt: now, printedBy: id, cards: 1 })
    .execute();
  const night = { night: '2026-01-01', periodFrom: now, periodTo: now, findings: '[]', finishedAt: now };
  await db.insertInto('reconciliations').values(night).execute();
  const change = { id: newId(), key: 'phone', previousValue: '1', value: '2', changedAt: now };
  const mapping = { kind: 'members', headerDigest: 'digest', mapping: '{}', savedAt: now };
  await db.insertInto('importMappings').values(mapping).execute();
  await db.insertInto('settingChanges').values(change).execute();
  await db.insertInto('usedTokens').values({ id: newId(), expiresAt: now }).execute();
  const { id: paymentId, purchaseId } = await db
    .selectFrom('payments')
    .select(['id', 'purchaseId'])
    .executeTakeFirstOrThrow();
  const key = { buyerKey: newId(), idempotencyKey: newId(), purchaseId };
  await db.insertInto('purchaseKeys').values(key).execute();
  const suspected = { id: newId(), purchaseId, affiliateId: id, reasons: ['card'], foundAt: now };
  await db.insertInto('suspectedOwnPurchases').values(suspected).execute();
  const dispute = { id: newId(), paymentId, amountCents: 1, reason: 'fraudulent', openedAt: now };
  await db.insertInto('disputes').values(dispute).execute();
  const { id: subscriptionId } = await db.selectFrom('subscriptions').select('id').executeTakeFirstOrThrow();
  const notice = { subscriptionId, notice: 'renewal', about: now, detail: '7', sentAt: now } as const;
  await db.insertInto('billingNotices').values(notice).execute();
  const entry = { id: newId(), kind: 'payment', sourceId: newId(), occurredAt: now } as const;
  await db.transaction().execute(async (trx) => {
    const ids = { purchaseId: null, paymentId: null, providerPaymentId: null };
    await trx
      .insertInto('ledgerEntries')
      .values({ ...entry, ...ids })
      .execute();
    for (const amountCents of [1, -1]) {
      const posting = { id: newId(), entryId: entry.id, account: 'in transit', amountCents } as const;
      await trx
        .insertInto('ledgerPostings')
        .values({ ...posting, planId: null, affiliateId: null })
        .execute();
    }
  });
}

interface Column {
  name: string;
  type: string;
}

async function listColumns(db: Db, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select attname::text as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    db,
  );
  return rows;
}

/** Returns a value that the column certainly doesn't have. */
function otherValue({ name, type }: Column): RawBuilder<unknown> {
  const column = sql.id(name);
  if (type === 'boolean') return sql`not coalesce(${column}, false)`;
  if (type === 'uuid') return sql`gen_random_uuid()`;
  if (type.endsWith('[]')) return sql`${column} || ${column}`;
  if (type === 'jsonb') return sql`'{"other":true}'::jsonb`;
  if (/^(integer|smallint|bigint|numeric|double)/.test(type)) return sql`coalesce(${column}, 0) + 1`;
  if (/^(timestamp|date)/.test(type)) return sql`coalesce(${column}, now()) + interval '1 day'`;
  return sql`coalesce(${column}, '') || 'x'`;
}

/** Runs a statement and undoes it. Returns its error's message, or undefined if it succeeded. */
async function attempt(db: Db, statement: RawBuilder<unknown>): Promise<string | undefined> {
  class Undo extends Error {}
  const transaction = db.transaction().execute(async (trx) => {
    await statement.execute(trx);
    throw new Undo();
  });
  return transaction.then(
    () => undefined,
    (error: unknown) => (error instanceof Undo ? undefined : String(error)),
  );
}

describe.each(BOTH_DATABASES)('[D52] the guards of tables, on $name', ({ open }) => {
  const database = open();
  beforeAll(() =>
    fillTables({ db: database.db, cipher: createFieldCipher([{ id: 'k1', key: Buffer.alloc(32, 1) }]) }),
  );

  test('no table can be truncated', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'`.execute(
      database.db,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(guards.map(({ table }) => table).sort());
    for (const { table } of guards) {
      const message = await attempt(database.db, sql`truncate ${sql.table(table)} cascade`);
      expect(message).toContain(`${table} cannot be changed: TRUNCATE refused`);
    }
  });

  test.each(guards.filter(({ deletes }) => !deletes))(
    'rows of $table cannot be deleted',
    async ({ table }) => {
      const message = await attempt(database.db, sql`delete from ${sql.table(table)}`);
      expect(message).toContain(`${table} cannot be changed: DELETE refused`);
    },
  );

  test.each(guards.filter(({ changes }) => changes !== 'any'))(
    'only the listed columns of $table can be updated',
    async ({ table, changes }) => {
      const refused: string[] = [];
      const columns = await listColumns(database.db, table);
      for (const column of columns) {
        const message = await attempt(
          database.db,
          sql`update ${sql.table(table)} set ${sql.id(column.name)} = ${otherValue(column)}`,
        );
        if (message?.includes(`${table} cannot be changed: UPDATE refused`)) refused.push(column.name);
      }
      const names = columns.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining([...changes]));
      expect(refused).toEqual(names.filter((name) => !changes.includes(name)));
    },
  );

  test('rows that may be changed and deleted have no guard against it', async () => {
    const { rows } = await sql<{ table: string; event: string }>`
      select tgrelid::regclass::text as table, tgname::text as event from pg_trigger
      where tgname in ('guard_update', 'guard_delete') order by 1, 2`.execute(database.db);
    const expected = guards.flatMap(({ table, changes, deletes }) => [
      ...(deletes ? [] : [{ table, event: 'guard_delete' }]),
      ...(changes === 'any' ? [] : [{ table, event: 'guard_update' }]),
    ]);
    expect(rows).toEqual(expected.sort((a, b) => (a.table < b.table ? -1 : a.table > b.table ? 1 : 0)));
  });
});
