import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('memberships')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    // 12 characters of Crockford's base32; the last one is a check character (D3).
    .addColumn('number', 'text', (c) => c.notNull().unique())
    .addColumn('account_id', 'uuid', (c) => c.references('accounts.id'))
    .addColumn('subscription_id', 'uuid', (c) => c.notNull().references('subscriptions.id'))
    .addColumn('plan_id', 'int2', (c) => c.notNull().references('plans.id'))
    .addColumn('firstname', 'text', (c) => c.notNull())
    .addColumn('lastname', 'text', (c) => c.notNull())
    .addColumn('spouse_firstname', 'text')
    .addColumn('spouse_lastname', 'text')
    .addColumn('family_members', sql`text[]`, (c) => c.notNull().defaultTo(sql`'{}'`))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addCheckConstraint('memberships_number', sql`number ~ '^[0-9A-HJKMNP-TV-Z]{12}$'`)
    .execute();
  await db.schema.createIndex('memberships_account').on('memberships').column('account_id').execute();
  await db.schema
    .createIndex('memberships_subscription')
    .on('memberships')
    .column('subscription_id')
    .execute();

  // The queue of cards to print and ship. A membership's first card can be requested only once (D29).
  await db.schema
    .createTable('physical_card_requests')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('membership_id', 'uuid', (c) => c.notNull().references('memberships.id'))
    .addColumn('is_replacement', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('street1', 'text', (c) => c.notNull())
    .addColumn('street2', 'text')
    .addColumn('city', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('zip', 'text', (c) => c.notNull())
    .addColumn('country', 'text', (c) => c.notNull())
    .addColumn('requested_at', 'timestamptz', (c) => c.notNull())
    .addColumn('sent_at', 'timestamptz')
    .execute();
  await sql`create unique index physical_card_requests_first on physical_card_requests (membership_id)
    where not is_replacement`.execute(db);
  await sql`create index physical_card_requests_unsent on physical_card_requests (requested_at)
    where sent_at is null`.execute(db);
}
