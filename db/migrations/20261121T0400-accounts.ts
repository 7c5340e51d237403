import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('firstname', 'text', (c) => c.notNull())
    .addColumn('lastname', 'text', (c) => c.notNull())
    .addColumn('zip', 'text', (c) => c.notNull())
    .addColumn('account_type', 'int2', (c) => c.notNull().defaultTo(0))
    .addColumn('is_influencer', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('is_friend', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('is_house', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('reference_code', 'text')
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('provider_customer_id', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addCheckConstraint('accounts_type_known', sql`account_type in (0, 1, 2, 3, 10, 42)`)
    .execute();
  // One account per email address, ignoring case (D19).
  await sql`create unique index accounts_email on accounts (lower(email))`.execute(db);
  await sql`create unique index accounts_reference_code on accounts (upper(reference_code))`.execute(db);
  // The reference search finds only affiliates, by the first letters of a name (D5).
  await sql`create index accounts_affiliate_firstname on accounts (lower(firstname) text_pattern_ops)
    where account_type in (1, 2, 3) or is_influencer or is_friend or is_house`.execute(db);
  await sql`create index accounts_affiliate_lastname on accounts (lower(lastname) text_pattern_ops)
    where account_type in (1, 2, 3) or is_influencer or is_friend or is_house`.execute(db);
  await sql`create index accounts_affiliate_full_name
    on accounts ((lower(firstname || ' ' || lastname)) text_pattern_ops)
    where account_type in (1, 2, 3) or is_influencer or is_friend or is_house`.execute(db);

  await db.schema
    .createTable('sessions')
    // The SHA-256 of the session id, so that reading the database doesn't let anyone take over a session
    // (D10).
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .addColumn('ends_at', 'timestamptz', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema.createIndex('sessions_account').on('sessions').column('account_id').execute();
  await db.schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute();

  // The ids of single-use signed links and idTokens that were used, so that each works only once (D50).
  await db.schema
    .createTable('used_tokens')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('used_tokens_expiry').on('used_tokens').column('expires_at').execute();

  await db.schema
    .createTable('staff_tokens')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .addColumn('used_at', 'timestamptz')
    .execute();

  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('window_start', 'timestamptz', (c) => c.notNull())
    .addColumn('hits', 'int4', (c) => c.notNull())
    .addPrimaryKeyConstraint('rate_limits_pkey', ['key', 'window_start'])
    .execute();
  await db.schema.createIndex('rate_limits_window').on('rate_limits').column('window_start').execute();
}
