import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { STATE_TABLES } from '#server/platform/mails/events/mail-event.ts';
import { MAIL_EVENTS, OTHER_MAILS } from '#server/platform/mails/events/mail-events.ts';
import { MAILS } from '#server/platform/mails/mail-registry.ts';
import { testDb } from '#tests/helpers/database/database.ts';

const database = testDb();
const root = join(import.meta.dirname, '../../..');
const README = join(root, 'server/platform/mails/README.md');
const MARK = '<!-- Everything below is generated. -->\n';

/** Tables that refer to those of the events, but whose rows are no events of their own. */
const PARTS_AND_RECORDS = [
  'billingNotices',
  'payments',
  'payoutLines',
  'purchaseKeys',
  'unpaidCommissions',
  'walletPasses',
];

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Lists what can happen in the tables, from their columns and check constraints. */
async function listChanges(): Promise<string[]> {
  const { rows: instants } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and is_nullable = 'YES' and data_type = 'timestamp with time zone'`.execute(
    database.db,
  );
  const { rows: checks } = await sql<{ table: string; definition: string }>`
    select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace`.execute(database.db);
  const changes = [
    ...instants.map(({ table, column }) => `${camelCase(table)}.${camelCase(column)}`),
    ...checks.flatMap(({ table, definition }) => {
      const [, column = '', values = ''] =
        /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(definition) ?? [];
      return [...values.matchAll(/'([^']+)'::text/g)].map(
        ([, value]) => `${camelCase(table)}.${camelCase(column)}: ${value}`,
      );
    }),
  ];
  const isOfState = (change: string) => STATE_TABLES.some((table) => change.startsWith(`${table}.`));
  return [...STATE_TABLES, ...changes.filter(isOfState)].sort();
}

describe('[D67] the table of events', () => {
  test('has every change that the database can record', async () => {
    const changes = Object.values(MAIL_EVENTS).flatMap(({ from }): readonly string[] => from);
    expect([...new Set(changes)].sort()).toEqual(await listChanges());
  });

  test('knows every table that refers to a purchase, a plan, a card, or a commission', async () => {
    const { rows } = await sql<{ table: string }>`
      select distinct conrelid::regclass::text as "table" from pg_constraint
      where contype = 'f' and confrelid::regclass::text in
        ('purchases', 'payments', 'subscriptions', 'memberships', 'commissions', 'payouts')`.execute(
      database.db,
    );
    const known: string[] = [...STATE_TABLES, ...PARTS_AND_RECORDS];
    expect(rows.map(({ table }) => camelCase(table)).filter((table) => !known.includes(table))).toEqual([]);
  });

  test('names emails that exist and that the product sends, and leaves out none', async () => {
    const mails = Object.values(MAIL_EVENTS).flatMap((event): readonly string[] =>
      'mails' in event ? event.mails : [],
    );
    expect([...new Set([...mails, ...Object.keys(OTHER_MAILS)])].sort()).toEqual(Object.keys(MAILS).sort());
    const sources: string[] = [];
    for await (const path of glob('server/{domains,staff}/**/*.ts', { cwd: root })) {
      sources.push(await readFile(join(root, path), 'utf8'));
    }
    expect(mails.filter((mail) => !sources.some((source) => source.includes(`'${mail}'`)))).toEqual([]);
  });

  test('is in the README', async () => {
    const rows = Object.entries(MAIL_EVENTS).map(([event, row]) =>
      'mails' in row
        ? `| ${event} | ${row.to} | ${row.mails.map((mail) => `\`${mail}\``).join(', ')} |`
        : `| ${event} | | none: ${row.none} |`,
    );
    const others = Object.entries(OTHER_MAILS).map(([mail, purpose]) => `\`${mail}\` (${purpose})`);
    const table = ['| event | recipient | email |', '|---|---|---|', ...rows].join('\n');
    const [introduction = ''] = (await readFile(README, 'utf8')).split(MARK);
    await expect(
      `${introduction}${MARK}\n## Events\n\n${table}\n\n## Other emails\n\n${others.join(', ')}.\n`,
    ).toMatchFileSnapshot(README);
  });
});
