import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Keeps existing duplicate open purchases of a cart. Only the newest one can be continued.
  await sql`update purchases p set fingerprint = p.fingerprint || ':' || p.id
    where p.status in ('pending', 'requires_action') and exists (
      select from purchases other
      where other.buyer_key = p.buyer_key and other.kind = p.kind and other.fingerprint = p.fingerprint
        and other.status in ('pending', 'requires_action') and other.id > p.id
    )`.execute(db);
  // Decides between two tabs that submit the same cart at the same time (D54).
  await sql`create unique index purchases_open_cart on purchases (buyer_key, kind, fingerprint)
    where status in ('pending', 'requires_action')`.execute(db);

  // Other keys under which a purchase was submitted. They still find the purchase after it is paid.
  await db.schema
    .createTable('purchase_keys')
    .addColumn('buyer_key', 'text', (c) => c.notNull())
    .addColumn('idempotency_key', 'text', (c) => c.notNull())
    .addColumn('purchase_id', 'uuid', (c) => c.notNull().references('purchases.id'))
    .addPrimaryKeyConstraint('purchase_keys_pkey', ['buyer_key', 'idempotency_key'])
    .execute();
}
