import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, test } from 'vitest';
import { type Db, type DbClient, inTransaction } from '#db/client.ts';
import { migrateToLatest } from '#db/migrate.ts';
import { loadMigrations } from '#db/migration-list.ts';
import { postReturns } from '#server/domains/ledger/ledger.service.ts';
import { newId } from '#server/lib/ids.ts';
import { emptyDatabase, withDb } from './empty-database.ts';

const FIRST_RELEASE = '20261122T1300-stripe-event-look';

/** Runs `work` on a database that has only the first release's tables. */
async function withFirstRelease(work: (client: DbClient) => Promise<void>): Promise<void> {
  const emptyDb = await emptyDatabase();
  try {
    await withDb(emptyDb, async (client) => {
      const migrator = new Migrator({ db: client.db, provider: { getMigrations: loadMigrations } });
      const { error } = await migrator.migrateTo(FIRST_RELEASE);
      if (error) throw error;
      await work(client);
    });
  } finally {
    await emptyDb.remove();
  }
}

async function insertPurchase(db: Db, kind: string, lines: object[]): Promise<string> {
  const id = newId();
  await sql`insert into purchases (id, kind, buyer_key, idempotency_key, fingerprint, status, cart, quote,
      total_cents, email, attempt_started_at, attempted_at)
    values (${id}, ${kind}, ${id}, ${id}, ${id}, 'paid', '{}',
      ${JSON.stringify({ lines, totalCents: 5995, interval: 'month' })}, 5995, 'maria@example.com', now(), now())`.execute(
    db,
  );
  return id;
}

async function insertPayment(
  db: Db,
  payment: { purchaseId: string; invoice: string; cents: number; refundedCents?: number; day: number },
): Promise<string> {
  const id = newId();
  const { purchaseId, invoice, cents, refundedCents = 0, day } = payment;
  await sql`insert into payments (id, purchase_id, provider_invoice_id, amount_cents, refunded_cents, period_start,
      period_end, paid_at)
    values (${id}, ${purchaseId}, ${invoice}, ${cents}, ${refundedCents}, now(), now(),
      ${new Date(Date.UTC(2026, 9, day))})`.execute(db);
  return id;
}

/** Lists the ledger's entries, each with its postings sorted by amount. */
async function listEntries(db: Db) {
  const { rows } = await sql<{ entry: string; postings: string }>`
    select kind || ' ' || source_id as entry,
      string_agg(concat_ws(' ', account, plan_id, amount_cents), ', ' order by amount_cents, account) as postings
    from ledger_entries join ledger_postings on entry_id = ledger_entries.id
    group by ledger_entries.id order by entry`.execute(db);
  return Object.fromEntries(rows.map(({ entry, postings }) => [entry, postings]));
}

async function insertPlan(db: Db, id: number, kind: string, name: string): Promise<void> {
  await sql`insert into plans (id, kind, name, order_summary_name, price_cents, billing_interval, is_family, copy)
    values (${id}, ${kind}, ${name}, ${name}, 4995, 'month', false, '{}')`.execute(db);
}

describe('an upgrade from the first release', () => {
  test('marks the plans of companies and of their employees', async () => {
    await withFirstRelease(async ({ db, server }) => {
      await insertPlan(db, 0, 'consumer', 'Individual');
      await insertPlan(db, 3, 'corporate', 'Individual');
      await insertPlan(db, 4, 'corporate', 'Family');
      await insertPlan(db, 5, 'corporate', 'Corporate');
      await migrateToLatest({ db, server });
      const rows = await db
        .selectFrom('plans')
        .select(['id', 'name', 'isEmployeeCard', 'isCompanyPlan'])
        .orderBy('id')
        .execute();
      expect(rows).toEqual([
        { id: 0, name: 'Individual', isEmployeeCard: false, isCompanyPlan: false },
        { id: 3, name: 'Individual', isEmployeeCard: true, isCompanyPlan: false },
        { id: 4, name: 'Family', isEmployeeCard: true, isCompanyPlan: false },
        { id: 5, name: 'Corporate Group', isEmployeeCard: false, isCompanyPlan: true },
      ]);
    });
  });

  test('republishes draft contracts without the draft notice, and keeps the versions that people accepted', async () => {
    await withFirstRelease(async ({ db, server }) => {
      const notice = '<p><strong>Draft, version 1, for review by counsel.</strong></p>';
      await sql`insert into contracts (type, version, html, published_at) values
        ('MEMBER', 1, ${`${notice}\n<p>Terms</p>\n`}, now()), ('FRIEND', 1, '<p>Final</p>', now())`.execute(
        db,
      );
      await migrateToLatest({ db, server });
      const rows = await db
        .selectFrom('contracts')
        .select(['type', 'version', 'html', 'isDraft'])
        .orderBy('type')
        .orderBy('version')
        .execute();
      expect(rows).toEqual([
        { type: 'FRIEND', version: 1, html: '<p>Final</p>', isDraft: false },
        { type: 'MEMBER', version: 1, html: `${notice}\n<p>Terms</p>\n`, isDraft: true },
        { type: 'MEMBER', version: 2, html: '<p>Terms</p>\n', isDraft: true },
      ]);
    });
  });

  test('marks the quote lines that earn a commission', async () => {
    await withFirstRelease(async ({ db, server }) => {
      const plan = { planId: 0, description: 'Individual Membership', amountCents: 4995, recurring: true };
      const card = { planId: 100, description: 'Physical Card', amountCents: 1000, recurring: false };
      const seatsCart = {
        planId: 3,
        description: 'Corporate Individual Card',
        quantity: 3,
        recurring: false,
      };
      await insertPurchase(db, 'card', [plan, card]);
      await insertPurchase(db, 'card-replacement', [card]);
      await insertPurchase(db, 'company-seats', [seatsCart]);
      await insertPurchase(db, 'corporate', []);
      await migrateToLatest({ db, server });
      const rows = await db.selectFrom('purchases').select(['kind', 'quote']).execute();
      expect(Object.fromEntries(rows.map(({ kind, quote }) => [kind, quote]))).toEqual({
        card: {
          lines: [
            { ...plan, commissionable: true },
            { ...card, commissionable: false },
          ],
          totalCents: 5995,
          interval: 'month',
        },
        'card-replacement': {
          lines: [{ ...card, commissionable: false }],
          totalCents: 5995,
          interval: 'month',
        },
        'company-seats': {
          lines: [{ ...seatsCart, commissionable: true }],
          totalCents: 5995,
          interval: 'month',
        },
        corporate: { lines: [], totalCents: 5995, interval: 'month' },
      });
    });
  });

  test('posts past payments, refunds, commissions, and payouts to the ledger', async () => {
    await withFirstRelease(async ({ db, server }) => {
      const plan = { planId: 0, description: 'Individual Membership', amountCents: 4995, recurring: true };
      const card = { planId: 100, description: 'Physical Card', amountCents: 1000, recurring: false };
      const purchaseId = await insertPurchase(db, 'card', [plan, card]);
      // The first payment has 10% off, the second is the full price, the third is free, and the fourth
      // includes cards added since.
      const first = await insertPayment(db, { purchaseId, invoice: 'in_1', cents: 5496, day: 1 });
      await insertPayment(db, { purchaseId, invoice: 'in_2', cents: 4995, refundedCents: 1200, day: 2 });
      await insertPayment(db, { purchaseId, invoice: 'in_3', cents: 0, day: 3 });
      await insertPayment(db, { purchaseId, invoice: 'in_4', cents: 6000, day: 4 });
      const single = await insertPurchase(db, 'card-replacement', [card]);
      await insertPayment(db, { purchaseId: single, invoice: 'pi_5', cents: 1000, day: 5 });
      const [affiliateId, commissionId, payoutId] = [newId(), newId(), newId()];
      await sql`insert into accounts (id, email, password_hash, firstname, lastname, zip, account_type)
        values (${affiliateId}, 'amy@example.com', '', 'Amy', 'Adams', '80202', 3)`.execute(db);
      await sql`insert into commissions (id, affiliate_id, payment_id, rule, rate_percent, base_cents, amount_cents,
          reason, payable_at, created_at)
        values (${commissionId}, ${affiliateId}, ${first}, 'educator', 20, 4496, 899, '', now(), now())`.execute(
        db,
      );
      for (const [entryId, book, cents] of [
        [commissionId, 'expense', 899],
        [commissionId, 'owed', -899],
        [payoutId, 'owed', 899],
        [payoutId, 'paid out', -899],
      ]) {
        await sql`insert into ledger_postings (id, entry_id, book, affiliate_id, amount_cents, at)
          values (${newId()}, ${entryId}, ${book}, ${affiliateId}, ${cents}, now())`.execute(db);
      }
      await migrateToLatest({ db, server });
      expect(await listEntries(db)).toEqual({
        'payment in_1': 'revenue 0 -4995, revenue 100 -1000, discounts 0 499, in transit 5496',
        'payment in_2': 'revenue 0 -4995, in transit 4995',
        'payment in_3': 'revenue 0 -4995, discounts 0 4995',
        'payment in_4': 'revenue 0 -4995, revenue 0 -1005, in transit 6000',
        'payment pi_5': 'revenue 100 -1000, in transit 1000',
        'returns in_2': 'in transit -1200, refunds 1200',
        [`commission ${commissionId}`]: 'commissions owed -899, commissions 899',
        [`payout ${payoutId}`]: 'payouts -899, commissions owed 899',
      });
      const linkedEntries = await db
        .selectFrom('ledgerEntries')
        .select(['purchaseId', 'providerPaymentId'])
        .where('sourceId', 'in', ['pi_5', commissionId])
        .orderBy('kind')
        .execute();
      expect(linkedEntries).toEqual([
        { purchaseId, providerPaymentId: null },
        { purchaseId: single, providerPaymentId: 'pi_5' },
      ]);
      // Once Stripe lists individual refunds, their entries replace the one for the total.
      const payment = await db
        .selectFrom('payments')
        .select(['id', 'providerInvoiceId'])
        .where('providerInvoiceId', '=', 'in_2')
        .executeTakeFirstOrThrow();
      const at = new Date('2026-10-20T12:00:00Z');
      const refunds = [
        { id: 're_1', amountCents: 700, at, isFailed: false },
        { id: 're_2', amountCents: 500, at, isFailed: false },
      ];
      for (let time = 0; time < 2; time++) {
        await inTransaction(db, (trx) => postReturns(trx, payment, { refunds, disputes: [] }));
      }
      expect(await listEntries(db)).toMatchObject({
        'returns in_2': 'in transit -1200, refunds 1200',
        'returns reversal in_2': 'refunds -1200, in transit 1200',
        'refund re_1': 'in transit -700, refunds 700',
        'refund re_2': 'in transit -500, refunds 500',
      });
    });
  });
});
