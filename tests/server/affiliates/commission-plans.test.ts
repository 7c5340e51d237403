import { CamelCasePlugin, type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Trx } from '#db/client.ts';
import type { Database } from '#db/database.ts';
import {
  findDownline,
  findMonths,
  findReach,
} from '#server/domains/affiliates/affiliate-overview.repository.ts';
import {
  findBuyerHistory,
  findEarner,
  findPaymentCommissions,
} from '#server/domains/affiliates/commissions/commission.repository.ts';
import { findCommissionRows } from '#server/domains/affiliates/commissions/commission-line.repository.ts';
import { newId } from '#server/lib/ids.ts';
import { serverDescribe, serverTest, testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';

const database = testDb();
const BUYERS = 4_000;
const AFFILIATES = 200;

serverDescribe('[D13] queries for one sale use indexes', () => {
  const queries: CompiledQuery[] = [];
  let recordingDb: Kysely<Database>;
  let client: pg.Client;
  let affiliate = '';
  let buyer = { accountId: '', email: '' };

  beforeAll(async () => {
    recordingDb = new Kysely<Database>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url, max: 1 }) }),
      plugins: [new CamelCasePlugin()],
      log: (event) => {
        queries.push(event.query);
      },
    });
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await fill();
    const [row] = await recordingDb.selectFrom('commissions').select('affiliateId').limit(1).execute();
    affiliate = row?.affiliateId ?? '';
    const purchase = await recordingDb
      .selectFrom('purchases')
      .select(['accountId', 'email'])
      .where('accountId', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow();
    buyer = { accountId: purchase.accountId ?? '', email: purchase.email };
  });
  afterAll(async () => {
    await recordingDb.destroy();
    await client.end();
  });

  /**
   * Creates affiliates, and buyers with four payments each. Each of these payments has a commission, and
   * about one commission in 16 is adjusted.
   */
  async function fill(): Promise<void> {
    const { db } = database;
    const account = await makeAccount(db);
    const purchase = await makePurchase(db);
    await sql`insert into accounts (id, email, firstname, lastname, zip, account_type, reference_code, password_hash)
      select gen_random_uuid(), i || '@example.com', 'A', 'B' || i, '80202', 3, 'R' || i, ''
      from generate_series(1, ${AFFILIATES}) i`.execute(db);
    await sql`insert into accounts (id, email, firstname, lastname, zip, password_hash)
      select gen_random_uuid(), i || '@example.org', 'C', 'D' || i, '80202', '' from generate_series(1, ${BUYERS}) i`.execute(
      db,
    );
    await sql`update accounts set referred_by = ${account.id} where reference_code like 'R1_'`.execute(db);
    await sql`insert into purchases select copy.* from purchases p
      cross join generate_series(1, ${BUYERS}) i
      join accounts a on upper(a.reference_code) = 'R' || (i % ${AFFILIATES} + 1)
      join accounts b on lower(b.email) = i || '@example.org'
      cross join lateral jsonb_populate_record(null::purchases, to_jsonb(p) || jsonb_build_object(
        'id', gen_random_uuid(), 'buyer_key', i, 'idempotency_key', i, 'email', i || '@example.org',
        'account_id', b.id, 'referrer_id', a.id)) copy
      where p.id = ${purchase.id}`.execute(db);
    await sql`update purchases set account_id = null where email like '%7@example.org'`.execute(db);
    await sql`insert into payments (id, purchase_id, provider_invoice_id, amount_cents, period_start, period_end, paid_at)
      select gen_random_uuid(), p.id, gen_random_uuid(), 4995, now(), now(), now() - make_interval(days => 30 * n)
      from purchases p, generate_series(1, 4) n`.execute(db);
    await sql`insert into commissions (id, affiliate_id, payment_id, rule, rate_percent, base_cents, amount_cents,
        reason, payable_at, created_at)
      select gen_random_uuid(), p.referrer_id, y.id, 'educator', 20, 4995, 999, '20% of the payment', y.paid_at, y.paid_at
      from payments y join purchases p on p.id = y.purchase_id where p.referrer_id is not null`.execute(db);
    await sql`insert into commissions (id, affiliate_id, payment_id, rule, rate_percent, base_cents, amount_cents,
        reason, adjusts, payable_at, created_at)
      select gen_random_uuid(), affiliate_id, payment_id, rule, 20, 0, -999, 'Taken back', id, payable_at, created_at
      from commissions where id::text like '0%'`.execute(db);
    await sql`vacuum analyze accounts, purchases, payments, commissions, payout_lines, affiliate_signups, referral_visits`.execute(
      db,
    );
  }

  /**
   * Explains the queries with generic plans, which prepared statements may use and which don't depend on
   * parameter values.
   */
  async function explainQueries(runQueries: (db: Trx) => Promise<unknown>): Promise<string> {
    queries.length = 0;
    await recordingDb.transaction().execute(runQueries);
    const plans: string[] = [];
    await client.query('set plan_cache_mode = force_generic_plan');
    for (const { sql: text, parameters } of queries.splice(0)) {
      if (!text.startsWith('select')) continue;
      await client.query(`prepare asked as ${text}`);
      const values = parameters
        .map((value) => client.escapeLiteral(value instanceof Date ? value.toISOString() : String(value)))
        .join(', ');
      const { rows } = await client.query(`explain execute asked${values ? `(${values})` : ''}`);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      await client.query('deallocate asked');
    }
    return plans.join('\n');
  }
  // PostgreSQL always scans tables with only a few rows, so match only large tables.
  const LARGE_TABLE_SCAN = /Seq Scan on (commissions|payments|purchases|accounts)/;

  serverTest.each<[string, (db: Trx) => Promise<unknown>, RegExp]>([
    ['a page of lines', (db) => findCommissionRows(db, affiliate, { limit: 20 }), /commissions_affiliate/],
    [
      'the next lines of a CSV',
      (db) =>
        findCommissionRows(db, affiliate, {
          limit: 20,
          after: { createdAt: new Date(), id: newId() },
        }),
      /commissions_affiliate/,
    ],
    ['what a buyer paid before', (db) => findBuyerHistory(db, buyer), /purchases_mailbox/],
    ['the lines of a payment', (db) => findPaymentCommissions(db, newId()), /commissions_once/],
    ['an affiliate and its upline', (db) => findEarner(db, affiliate), /accounts_pkey/],
    ['the months', (db) => findMonths(db, affiliate, '2026-01'), /commissions_affiliate/],
    ['who came, joined and bought', (db) => findReach(db, affiliate), /purchases_referrer/],
    ['the downline', (db) => findDownline(db, affiliate, 50), /accounts_referred_by/],
  ])('%s', async (_, runQueries, index) => {
    const plan = await explainQueries(runQueries);
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(LARGE_TABLE_SCAN);
  });
});
