import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('purchases')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('account_id', 'uuid', (c) => c.references('accounts.id'))
    // The account's id, or the random key in a guest's signed cookie (D41).
    .addColumn('buyer_key', 'text', (c) => c.notNull())
    .addColumn('idempotency_key', 'text', (c) => c.notNull())
    // A digest of the cart without the card token. Reusing the key with a different cart is refused.
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('attempt', 'int4', (c) => c.notNull().defaultTo(1))
    .addColumn('cart', 'jsonb', (c) => c.notNull())
    .addColumn('quote', 'jsonb', (c) => c.notNull())
    .addColumn('total_cents', 'int4', (c) => c.notNull())
    .addColumn('promo_code', 'text', (c) => c.references('promo_codes.code'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('provider_customer_id', 'text')
    .addColumn('provider_subscription_id', 'text')
    .addColumn('payment_method_id', 'text')
    .addColumn('card_brand', 'text')
    .addColumn('card_last4', 'text')
    .addColumn('failure_message', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addColumn('attempt_started_at', 'timestamptz', (c) => c.notNull())
    // The last heartbeat of the process that charges this attempt. The sweeper skips purchases with a recent
    // one.
    .addColumn('attempted_at', 'timestamptz', (c) => c.notNull())
    .addColumn('settled_at', 'timestamptz')
    .addCheckConstraint(
      'purchases_status',
      sql`status in ('pending', 'requires_action', 'paid', 'failed', 'refunded')`,
    )
    .addCheckConstraint('purchases_total', sql`total_cents >= 0`)
    .execute();
  // Prevents double charges: there is one purchase per buyer and idempotency key.
  await sql`create unique index purchases_key on purchases (buyer_key, idempotency_key)`.execute(db);
  await sql`create index purchases_account on purchases (account_id, created_at desc)`.execute(db);
  await sql`create index purchases_open on purchases (attempted_at)
    where status in ('pending', 'requires_action')`.execute(db);
  await sql`create unique index purchases_subscription on purchases (provider_subscription_id)`.execute(db);

  await db.schema
    .createTable('promo_holds')
    .addColumn('purchase_id', 'uuid', (c) => c.primaryKey().references('purchases.id'))
    .addColumn('code', 'text', (c) => c.notNull().references('promo_codes.code'))
    .addColumn('buyer_key', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('held_at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint('promo_holds_status', sql`status in ('held', 'consumed', 'released')`)
    .execute();
  await sql`create index promo_holds_live on promo_holds (code, buyer_key) where status <> 'released'`.execute(
    db,
  );

  // What bills a membership or a plan: a Stripe subscription, or a free period without one (D25).
  await db.schema
    .createTable('subscriptions')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('purchase_id', 'uuid', (c) => c.notNull().unique().references('purchases.id'))
    .addColumn('account_id', 'uuid', (c) => c.references('accounts.id'))
    .addColumn('provider_id', 'text', (c) => c.unique())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('period_start', 'timestamptz', (c) => c.notNull())
    .addColumn('period_end', 'timestamptz', (c) => c.notNull())
    .addColumn('canceled_at', 'timestamptz')
    .addColumn('ended_at', 'timestamptz')
    .addCheckConstraint('subscriptions_status', sql`status in ('active', 'past_due', 'unpaid', 'canceled')`)
    .execute();
  await db.schema.createIndex('subscriptions_account').on('subscriptions').column('account_id').execute();

  await db.schema
    .createTable('payments')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('purchase_id', 'uuid', (c) => c.notNull().references('purchases.id'))
    .addColumn('provider_invoice_id', 'text', (c) => c.notNull().unique())
    .addColumn('amount_cents', 'int4', (c) => c.notNull())
    .addColumn('refunded_cents', 'int4', (c) => c.notNull().defaultTo(0))
    .addColumn('period_start', 'timestamptz', (c) => c.notNull())
    .addColumn('period_end', 'timestamptz', (c) => c.notNull())
    .addColumn('paid_at', 'timestamptz', (c) => c.notNull())
    .execute();
  await sql`create index payments_purchase on payments (purchase_id, paid_at desc)`.execute(db);

  await db.schema
    .createTable('stripe_events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('object_id', 'text', (c) => c.notNull())
    .addColumn('received_at', 'timestamptz', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('stripe_events_received').on('stripe_events').column('received_at').execute();
}
