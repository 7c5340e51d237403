import { CamelCasePlugin, type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Db } from '#db/client.ts';
import type { Database } from '#db/database.ts';
import { createReader } from '#db/reader.ts';
import { hasValidMembership, listOwnMemberships } from '#server/domains/memberships/membership.service.ts';
import { findVerification } from '#server/domains/memberships/verification.service.ts';
import { createSigner } from '#server/platform/security/signed-token.ts';
import { serverDescribe, serverTest, testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';

const database = testDb();
const ROWS = 20_000;
/** Ignore `plans`: the catalog fits on one page, which PostgreSQL always scans. */
const ROW_BY_ROW = /Seq Scan on (?!plans)/;
const NOW = new Date('2026-11-21T12:00:00Z');
const now = () => NOW;
const signer = createSigner(['a secret of thirty-two characters'], now);

/** Inserts memberships with their purchases, subscriptions, payments, and plan upgrades. */
async function fill(db: Db): Promise<void> {
  await sql`insert into purchases (id, kind, buyer_key, idempotency_key, fingerprint, status, cart, quote, total_cents,
      email, attempt_started_at, heartbeat_at)
    select gen_random_uuid(), 'card', i::text, i::text, '', 'paid', '{}', '{}', 4995, 'a@example.com', now(), now()
    from generate_series(1, ${ROWS}) i`.execute(db);
  await sql`insert into subscriptions (id, purchase_id, provider_id, status, period_start, period_end)
    select gen_random_uuid(), id, id::text, 'active', now(), now() + interval '1 month' from purchases`.execute(
    db,
  );
  await sql`insert into payments (id, purchase_id, provider_invoice_id, amount_cents, period_start, period_end, paid_at)
    select gen_random_uuid(), id, id::text, 4995, now(), now(), now() from purchases`.execute(db);
  await sql`insert into memberships (id, number, subscription_id, plan_id, firstname, lastname)
    select gen_random_uuid(), upper(substr(md5(id::text), 1, 12)), id, 0, 'Maria', 'Gomez' from subscriptions`.execute(
    db,
  );
  await sql`insert into plan_upgrades (purchase_id, subscription_id, previous_plan_id)
    select purchase_id, id, 0 from subscriptions`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

serverDescribe('[D3] among many memberships', () => {
  const queries: CompiledQuery[] = [];
  let recordingDb: Kysely<Database>;
  let account: TestAccount;

  beforeAll(async () => {
    recordingDb = new Kysely<Database>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url, max: 1 }) }),
      plugins: [new CamelCasePlugin()],
      log: (event) => {
        queries.push(event.query);
      },
    });
    account = await makeAccount(database.db);
    await makePlans(database.db);
    await fill(database.db);
  });
  afterAll(() => recordingDb.destroy());

  /** Runs `work` and returns the plans of its queries as text. */
  async function capturePlans(work: (db: Db) => Promise<unknown>): Promise<string[]> {
    queries.length = 0;
    await work(recordingDb);
    return Promise.all(
      queries.splice(0).map(async ({ sql: text, parameters }) => {
        const client = new pg.Client({ connectionString: database.url });
        await client.connect();
        const { rows } = await client.query(`explain ${text}`, [...parameters]).finally(() => client.end());
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      }),
    );
  }

  serverTest('a verification is one query that uses two unique indexes', async () => {
    const { number } = await makeMembership(database.db);
    const plans = await capturePlans((db) =>
      findVerification({ db, reader: createReader({ writer: db }), now, signer }, { number }, null),
    );
    expect(plans).toHaveLength(1);
    expect(plans[0]).toContain('memberships_number_key');
    expect(plans[0]).toContain('subscriptions_pkey');
    expect(plans[0]).not.toMatch(ROW_BY_ROW);
  });

  serverTest('a malformed number runs no query', async () => {
    expect(
      await capturePlans((db) =>
        findVerification(
          { db, reader: createReader({ writer: db }), now, signer },
          { number: 'ABCD-EFGH' },
          null,
        ),
      ),
    ).toEqual([]);
  });

  serverTest('an account’s memberships and their last payments use indexes', async () => {
    await makeMembership(database.db, { accountId: account.id });
    const plans = await capturePlans((db) => listOwnMemberships(db, account.id, NOW));
    // The others read the catalog, and whether money went back.
    expect(plans).toHaveLength(3);
    for (const plan of plans) expect(plan).not.toContain('Seq Scan on payments');
    const ownPlan = plans.find((plan) => plan.includes('memberships_account'));
    expect(ownPlan).toContain('payments_purchase');
    expect(ownPlan).not.toMatch(ROW_BY_ROW);
  });

  serverTest('the check for a valid membership uses an index', async () => {
    const plans = await capturePlans((db) => hasValidMembership(db, account.id, NOW));
    expect(plans).toHaveLength(1);
    expect(plans[0]).toContain('memberships_account');
    expect(plans[0]).not.toMatch(ROW_BY_ROW);
  });
});
