import { CamelCasePlugin, type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Db } from '#db/client.ts';
import type { Database } from '#db/database.ts';
import {
  listExpiringCards,
  listUnknownCards,
  listUnpaid,
  listYearlyRenewals,
} from '#server/payments/billing-notice.service.ts';
import { serverDescribe, serverTest, testDb } from '#tests/helpers/database/database.ts';
import { caseCount } from '#tests/helpers/long-run.ts';

const database = testDb();
const ROWS = caseCount(20_000, 1_000_000);
const NOW = new Date('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;
const WITHIN_A_MONTH = { after: NOW, until: new Date(NOW.getTime() + 30 * DAY_MS) };
const PAGE = { after: undefined, limit: 200 };

/**
 * Inserts subscriptions. One in 10 renews yearly, one in 50 is overdue, one in 30 has a card that expires
 * soon, and one in 100 has a card with an unknown expiration. All notices were already sent.
 */
async function fill(db: Db): Promise<void> {
  await sql`insert into purchases (id, kind, buyer_key, idempotency_key, fingerprint, status, cart, quote, total_cents,
      email, attempt_started_at, heartbeat_at)
    select gen_random_uuid(), 'card', i::text, i::text, '', 'paid', '{}', '{}', 4995, 'a@example.com', now(), now()
    from generate_series(1, ${ROWS}) i`.execute(db);
  await sql`insert into subscriptions (id, purchase_id, provider_id, status, period_start, period_end, past_due_since,
      card_brand, card_last4, card_expires_at)
    select id, id, id::text, case when n % 50 = 0 then 'past_due' else 'active' end,
      period_end - case when n % 10 = 1 then interval '365 days' else interval '30 days' end, period_end,
      case when n % 50 = 0 then ${NOW}::timestamptz - random() * interval '14 days' end, 'visa', '4242',
      case when n % 100 = 7 then null when n % 30 = 3 then period_end - interval '5 days' else period_end + interval '2 years' end
    from (select id, row_number() over () as n,
        ${NOW}::timestamptz + random() * interval '30 days' * case when row_number() over () % 10 = 1 then 12 else 1 end
          as period_end from purchases) rows`.execute(db);
  await sql`insert into billing_notices select id, 'unpaid', past_due_since, day, now()
    from subscriptions, unnest(array['0', '3', '7', '13']) day where past_due_since is not null`.execute(db);
  await sql`insert into billing_notices select id, 'renewal', period_end, day, now()
    from subscriptions, unnest(array['30', '7']) day where period_end - period_start > interval '200 days'`.execute(
    db,
  );
  await sql`insert into billing_notices select id, 'card', period_end,
      concat_ws(' ', card_brand, card_last4, extract(epoch from card_expires_at)::bigint), now()
    from subscriptions where card_expires_at <= period_end`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

serverDescribe('looking for bills to mail about, among many subscriptions', () => {
  const queries: CompiledQuery[] = [];
  let recording: Kysely<Database>;

  beforeAll(async () => {
    recording = new Kysely<Database>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url, max: 1 }) }),
      plugins: [new CamelCasePlugin()],
      log: (event) => {
        queries.push(event.query);
      },
    });
    await fill(database.db);
  }, 600_000);
  afterAll(() => recording.destroy());

  async function explain(work: (db: Db) => Promise<unknown>): Promise<string> {
    queries.length = 0;
    await work(recording);
    const [query] = queries;
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client
      .query(`explain analyze ${query?.sql}`, [...(query?.parameters ?? [])])
      .finally(() => client.end());
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  serverTest.each([
    [
      'subscriptions_past_due',
      (db: Db) =>
        listUnpaid(db, { after: new Date(NOW.getTime() - 7 * DAY_MS), until: NOW }, [3, 7, 13], PAGE),
    ],
    ['subscriptions_yearly_renewals', (db: Db) => listYearlyRenewals(db, WITHIN_A_MONTH, [7, 30], PAGE)],
    ['subscriptions_expiring_cards', (db: Db) => listExpiringCards(db, WITHIN_A_MONTH, PAGE)],
    ['subscriptions_unknown_cards', (db: Db) => listUnknownCards(db, WITHIN_A_MONTH, 500)],
  ] as const)('uses %s', async (index, list) => {
    const plan = await explain(list);
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan on subscriptions/);
  });
});
