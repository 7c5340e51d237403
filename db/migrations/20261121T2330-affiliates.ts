import { type Kysely, sql } from 'kysely';

/** Makes a table append-only: a later change is a new row (D13, D52). */
async function makeFinal(db: Kysely<unknown>, table: string): Promise<void> {
  await sql`create function ${sql.raw(`${table}_are_final`)}() returns trigger language plpgsql as
    ${sql.raw(`$$ begin raise exception '${table} cannot be changed'; end $$`)}`.execute(db);
  await sql`create trigger ${sql.raw(`${table}_final`)} before update or delete on ${sql.table(table)}
    for each row execute function ${sql.raw(`${table}_are_final`)}()`.execute(db);
}

export async function up(db: Kysely<unknown>): Promise<void> {
  // The affiliate who recruited this one and earns on its sales. Set once, at the first signup.
  await db.schema
    .alterTable('accounts')
    .addColumn('referred_by', 'uuid', (c) => c.references('accounts.id'))
    .execute();
  await sql`alter table accounts add constraint accounts_referred_by check (referred_by <> id)`.execute(db);
  await sql`create index accounts_referred_by on accounts (referred_by) where referred_by is not null`.execute(
    db,
  );
  // The affiliate who referred the buyer.
  await db.schema
    .alterTable('purchases')
    .addColumn('referrer_id', 'uuid', (c) => c.references('accounts.id'))
    .execute();
  await sql`create index purchases_referrer on purchases (referrer_id, settled_at desc)
    where referrer_id is not null`.execute(db);
  // Used to check whether a payment is the buyer's first. A guest is identified only by email address.
  await sql`create index purchases_email on purchases (lower(email))`.execute(db);
  // Incremented by every sync of refunds, so that a slow one can't overwrite newer figures.
  await db.schema
    .alterTable('payments')
    .addColumn('refund_version', 'int4', (c) => c.notNull().defaultTo(0))
    .execute();

  await db.schema
    .createTable('affiliate_signups')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.id'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('referrer_id', 'uuid', (c) => c.notNull().references('accounts.id'))
    // The purchase of the signup's membership. Null if it included none.
    .addColumn('purchase_id', 'uuid', (c) => c.unique().references('purchases.id'))
    // Phone, birthday, address, and the other fields of the form, except the tax number.
    .addColumn('form', 'jsonb', (c) => c.notNull())
    // True if the affiliate's commissions go to the community fund (D24).
    .addColumn('donates', 'boolean', (c) => c.notNull())
    // PNG, base64-encoded.
    .addColumn('signature', 'text', (c) => c.notNull())
    .addColumn('signed_at', 'timestamptz', (c) => c.notNull())
    .addColumn('ip', 'text', (c) => c.notNull())
    // When the purchase was settled. Null before that.
    .addColumn('completed_at', 'timestamptz')
    .addCheckConstraint(
      'affiliate_signups_role',
      sql`role in ('friend', 'influencer', 'loyalty', 'educator')`,
    )
    .execute();
  await sql`create unique index affiliate_signups_role_once on affiliate_signups (account_id, role)
    where completed_at is not null`.execute(db);
  await sql`create index affiliate_signups_referrer on affiliate_signups (referrer_id, completed_at)
    where completed_at is not null`.execute(db);

  // Prevents paying twice for one signup: an account can have only one open purchase for a signup.
  await sql`create unique index purchases_open_affiliate_signup on purchases (account_id)
    where kind = 'affiliate-signup' and status in ('pending', 'requires_action')`.execute(db);

  // Visits through an affiliate's link, per day in the business time zone.
  await db.schema
    .createTable('referral_visits')
    .addColumn('affiliate_id', 'uuid', (c) => c.notNull().references('accounts.id'))
    .addColumn('day', 'date', (c) => c.notNull())
    .addColumn('visits', 'int4', (c) => c.notNull())
    .addPrimaryKeyConstraint('referral_visits_pkey', ['affiliate_id', 'day'])
    .execute();

  // What each affiliate earned from a payment, and why. A refund adds a row with a negative amount.
  await db.schema
    .createTable('commissions')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('affiliate_id', 'uuid', (c) => c.notNull().references('accounts.id'))
    .addColumn('payment_id', 'uuid', (c) => c.notNull().references('payments.id'))
    .addColumn('rule', 'text', (c) => c.notNull())
    // Either a percentage of the net amount or a fixed bonus.
    .addColumn('rate_percent', 'numeric(5, 2)')
    .addColumn('bonus_cents', 'int4')
    .addColumn('base_cents', 'int4', (c) => c.notNull())
    .addColumn('amount_cents', 'int4', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    // The commission that this row reverses or restores.
    .addColumn('adjusts', 'uuid', (c) => c.references('commissions.id'))
    .addColumn('payable_at', 'timestamptz', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint(
      'commissions_rule',
      sql`rule in ('influencer', 'educator', 'downline', 'friend', 'none')`,
    )
    .execute();
  await sql`create unique index commissions_once on commissions (payment_id, affiliate_id, rule)
    where adjusts is null`.execute(db);
  await sql`create index commissions_affiliate on commissions (affiliate_id, created_at desc, id desc)`.execute(
    db,
  );
  await sql`create index commissions_adjusts on commissions (adjusts) where adjusts is not null`.execute(db);
  await makeFinal(db, 'commissions');

  // Double-entry postings in cents. A debit is positive and a credit is negative. Each entry adds up to 0.
  await db.schema
    .createTable('ledger_postings')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    // The id of the commission or payout.
    .addColumn('entry_id', 'uuid', (c) => c.notNull())
    .addColumn('book', 'text', (c) => c.notNull())
    .addColumn('affiliate_id', 'uuid', (c) => c.notNull().references('accounts.id'))
    .addColumn('amount_cents', 'int4', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint('ledger_postings_book', sql`book in ('expense', 'owed', 'paid out')`)
    .execute();
  await sql`create index ledger_postings_affiliate on ledger_postings (affiliate_id, book)`.execute(db);
  await sql`create index ledger_postings_entry on ledger_postings (entry_id)`.execute(db);
  await makeFinal(db, 'ledger_postings');

  // Each month is paid out once.
  await db.schema
    .createTable('payout_batches')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('month', 'text', (c) => c.notNull().unique())
    .addColumn('made_at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint('payout_batches_month', sql`month ~ '^\\d{4}-(0[1-9]|1[0-2])$'`)
    .execute();
  await makeFinal(db, 'payout_batches');
  await db.schema
    .createTable('payouts')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('batch_id', 'uuid', (c) => c.notNull().references('payout_batches.id'))
    .addColumn('affiliate_id', 'uuid', (c) => c.notNull().references('accounts.id'))
    .addColumn('amount_cents', 'int4', (c) => c.notNull())
    .addUniqueConstraint('payouts_once', ['batch_id', 'affiliate_id'])
    .addCheckConstraint('payouts_amount', sql`amount_cents > 0`)
    .execute();
  await makeFinal(db, 'payouts');
  await db.schema
    .createTable('payout_lines')
    .addColumn('commission_id', 'uuid', (c) => c.primaryKey().references('commissions.id'))
    .addColumn('payout_id', 'uuid', (c) => c.notNull().references('payouts.id'))
    .execute();
  await db.schema.createIndex('payout_lines_payout').on('payout_lines').column('payout_id').execute();
  await makeFinal(db, 'payout_lines');
}
