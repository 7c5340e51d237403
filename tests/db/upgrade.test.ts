import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, test, vi } from 'vitest';
import type { Db } from '#db/client.ts';
import { loadMigrations, migrateToLatest } from '#db/migrate.ts';
import { newId } from '#server/lib/ids.ts';
import { emptyDatabase, withDb } from './empty-database.ts';

// Without a database server, an embedded database has to be created first.
vi.setConfig({ testTimeout: 60_000 });

const FIRST_RELEASE = '20261122T1300-stripe-event-look';

/** Runs `work` on a database that has the first release's tables and nothing else. */
async function withFirstRelease(work: (db: Db) => Promise<void>): Promise<void> {
  const emptyDb = await emptyDatabase();
  try {
    await withDb(emptyDb, async ({ db }) => {
      const migrator = new Migrator({ db, provider: { getMigrations: loadMigrations } });
      const { error } = await migrator.migrateTo(FIRST_RELEASE);
      if (error) throw error;
      await work(db);
    });
  } finally {
    await emptyDb.remove();
  }
}

async function insertPurchase(db: Db, kind: string, lines: object[]): Promise<void> {
  const id = newId();
  await sql`insert into purchases (id, kind, buyer_key, idempotency_key, fingerprint, status, cart, quote,
      total_cents, email, attempt_started_at, attempted_at)
    values (${id}, ${kind}, ${id}, ${id}, ${id}, 'paid', '{}',
      ${JSON.stringify({ lines, totalCents: 5995, interval: 'month' })}, 5995, 'maria@example.com', now(), now())`.execute(
    db,
  );
}

async function insertPlan(db: Db, id: number, kind: string, name: string): Promise<void> {
  await sql`insert into plans (id, kind, name, order_summary_name, price_cents, billing_interval, is_family, copy)
    values (${id}, ${kind}, ${name}, ${name}, 4995, 'month', false, '{}')`.execute(db);
}

describe('an upgrade from the first release', () => {
  test('marks the plans of a company and its employees', async () => {
    await withFirstRelease(async (db) => {
      await insertPlan(db, 0, 'consumer', 'Individual');
      await insertPlan(db, 3, 'corporate', 'Individual');
      await insertPlan(db, 4, 'corporate', 'Family');
      await insertPlan(db, 5, 'corporate', 'Corporate');
      await migrateToLatest(db);
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

  test('marks the quote lines that earn a commission', async () => {
    await withFirstRelease(async (db) => {
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
      await migrateToLatest(db);
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
});
