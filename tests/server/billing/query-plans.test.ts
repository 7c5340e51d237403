import { CamelCasePlugin, type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Db } from '#db/client.ts';
import type { Database } from '#db/database.ts';
import { findBilled } from '#server/domains/billing/billing.repository.ts';
import { listBilled } from '#server/domains/billing/billing.service.ts';
import { listNextInvoices } from '#server/domains/billing/next-invoice.service.ts';
import { findReturn } from '#server/domains/checkout/receipt/receipt.repository.ts';
import { listReceipts } from '#server/domains/checkout/receipt/receipt-list.service.ts';
import {
  listExpiringCards,
  listUnknownCards,
  listUnpaid,
  listYearlyRenewals,
} from '#server/domains/payments/billing-notice.service.ts';
import { serverDescribe, serverTest, testDb } from '#tests/helpers/database/database.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { caseCount } from '#tests/helpers/long-run.ts';

const database = testDb();
const ROWS = caseCount(20_000, 1_000_000);
const NOW = new Date('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;
const WITHIN_A_MONTH = { after: NOW, until: new Date(NOW.getTime() + 30 * DAY_MS) };
const PAGE = { after: undefined, limit: 200 };

interface Payer {
  accountId: string;
  subscriptionId: string;
  /** The id of a refund's ledger entry. */
  refundId: string;
}

const MEMBERSHIPS_PER_ACCOUNT = 4;

/**
 * Inserts a membership, a payment, and a ledger entry for each subscription. One ledger entry in 100 is a
 * refund.
 */
async function fillPayments(db: Db): Promise<void> {
  await sql`insert into memberships (id, number, account_id, subscription_id, plan_id, firstname, lastname)
    select id, lpad((row_number() over ())::text, 12, '0'), account_id, id, 0, 'Ann', 'Smith'
    from subscriptions`.execute(db);
  await sql`insert into payments (id, purchase_id, account_id, provider_invoice_id, amount_cents, period_start,
      period_end, paid_at)
    select id, purchase_id, account_id, id::text, 4995, period_start, period_end, period_start
    from subscriptions`.execute(db);
  await sql`insert into ledger_entries (id, kind, source_id, purchase_id, payment_id, occurred_at)
    select id, case when row_number() over () % 100 = 1 then 'refund' else 'payment' end, id::text, purchase_id, id,
      paid_at from payments`.execute(db);
  // A trigger would reject these entries, because their postings don't add up to 0.
  await sql`alter table ledger_postings disable trigger user`.execute(db);
  await sql`insert into ledger_postings (id, entry_id, account, amount_cents)
    select id, id, 'in transit', -4995 from ledger_entries`.execute(db);
}

/**
 * Inserts subscriptions. One in 10 renews yearly, one in 50 is overdue, one in 30 has a card that expires
 * before the renewal, and one in 100 has a card with an unknown expiration. All notices were already sent.
 */
async function fill(db: Db): Promise<void> {
  await makePlans(db);
  const { quote } = await makePurchase(db);
  const accounts = ROWS / MEMBERSHIPS_PER_ACCOUNT;
  await sql`insert into accounts (id, email, firstname, lastname, zip, password_hash)
    select md5(i::text)::uuid, i || '@example.com', 'Ann', 'Smith', '80202', ''
    from generate_series(1, ${accounts}) i`.execute(db);
  await sql`insert into purchases (id, account_id, kind, buyer_key, idempotency_key, fingerprint, status, cart, quote,
      total_cents, email, attempt_started_at, heartbeat_at, settled_at, provider_subscription_id)
    select gen_random_uuid(), md5((1 + i % ${accounts})::text)::uuid, 'card', i::text, i::text, '', 'paid', '{}',
      ${JSON.stringify(quote)}, 4995, 'a@example.com', now(), now(), now(), i::text
    from generate_series(1, ${ROWS}) i`.execute(db);
  await sql`insert into subscriptions (id, purchase_id, account_id, provider_id, status, period_start, period_end, started_at, past_due_since,
      card_brand, card_last4, card_expires_at)
    select id, id, account_id, id::text, case when n % 50 = 0 then 'past_due' else 'active' end,
      period_end - case when n % 10 = 1 then interval '365 days' else interval '30 days' end, period_end,
      period_end - interval '1 month' * (n % 36),
      case when n % 50 = 0 then ${NOW}::timestamptz - random() * interval '14 days' end, 'visa', '4242',
      case when n % 100 = 7 then null when n % 30 = 3 then period_end - interval '5 days' else period_end + interval '2 years' end
    from (select id, account_id, row_number() over () as n,
        ${NOW}::timestamptz + random() * interval '30 days' * case when row_number() over () % 10 = 1 then 12 else 1 end
          as period_end from purchases) rows`.execute(db);
  await sql`insert into billing_notices select id, 'unpaid', past_due_since, day, now()
    from subscriptions, unnest(array['0', '3', '7', '13']) day where past_due_since is not null`.execute(db);
  await sql`insert into billing_notices select id, 'renewal', period_end, day, now()
    from subscriptions, unnest(array['30', '7']) day`.execute(db);
  await sql`insert into billing_notices select id, 'card', period_end,
      concat_ws(' ', card_brand, card_last4, extract(epoch from card_expires_at)::bigint), now()
    from subscriptions where card_expires_at <= period_end`.execute(db);
  await fillPayments(db);
  await sql`vacuum analyze`.execute(db);
}

serverDescribe('reading bills, among many subscriptions', () => {
  const queries: CompiledQuery[] = [];
  let recordingDb: Kysely<Database>;

  beforeAll(async () => {
    recordingDb = new Kysely<Database>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url, max: 1 }) }),
      plugins: [new CamelCasePlugin()],
      log: (event) => {
        queries.push(event.query);
      },
    });
    await fill(database.db);
  }, 600_000);
  afterAll(() => recordingDb.destroy());

  async function explain(work: (db: Db) => Promise<unknown>): Promise<string> {
    queries.length = 0;
    await work(recordingDb);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const plans: string[] = [];
    for (const query of [...queries]) {
      const { rows } = await client.query(`explain analyze ${query.sql}`, [...query.parameters]);
      plans.push(...rows.map((row) => row['QUERY PLAN']));
    }
    await client.end();
    return plans.join('\n');
  }

  serverTest.each([
    [
      'subscriptions_past_due',
      (db: Db) =>
        listUnpaid(db, { after: new Date(NOW.getTime() - 7 * DAY_MS), until: NOW }, [3, 7, 13], PAGE),
    ],
    [
      'subscriptions_yearly_renewals',
      (db: Db) => listYearlyRenewals(db, 'year', WITHIN_A_MONTH, [7, 30], PAGE),
    ],
    ['subscriptions_anniversaries', (db: Db) => listYearlyRenewals(db, 'month', WITHIN_A_MONTH, [7], PAGE)],
    ['subscriptions_expiring_cards', (db: Db) => listExpiringCards(db, WITHIN_A_MONTH, PAGE)],
    ['subscriptions_unknown_cards', (db: Db) => listUnknownCards(db, WITHIN_A_MONTH, 500)],
  ] as const)('uses %s', async (index, list) => {
    const plan = await explain(list);
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan on subscriptions/);
  });

  serverTest.each([
    ['what an account pays for', (db: Db, { accountId }: Payer) => listBilled(db, accountId, NOW)],
    ['its next invoices', (db: Db, { accountId }: Payer) => listNextInvoices(db, accountId, NOW)],
    ['its receipts', (db: Db, { accountId }: Payer) => listReceipts(db, accountId, null)],
    [
      'its older receipts',
      (db: Db, { accountId, refundId }: Payer) => listReceipts(db, accountId, { at: NOW, id: refundId }),
    ],
    ['the bill that a link opens', (db: Db, { subscriptionId }: Payer) => findBilled(db, subscriptionId)],
    ['a refund’s receipt', (db: Db, { refundId }: Payer) => findReturn(db, refundId)],
  ] as const)('finds %s without reading a whole table', async (_, read) => {
    const { rows } =
      await sql<Payer>`select subscriptions.id as subscription_id, account_id, ledger_entries.id as refund_id
      from subscriptions join ledger_entries on ledger_entries.purchase_id = subscriptions.purchase_id
      where kind = 'refund' and status = 'active' and account_id is not null limit 1`.execute(database.db);
    const [payer] = rows;
    if (!payer) throw new Error('There is no refund');
    expect([await read(database.db, payer)].flat()).not.toEqual([]);
    const plan = await explain((db) => read(db, payer));
    expect(plan).toContain('Index');
    expect(plan).not.toMatch(/Seq Scan on (subscriptions|purchases|payments|memberships|ledger_|accounts)/);
  });
});
