import { type Kysely, sql } from 'kysely';
import { guardTable } from '../guard-table.ts';

/** The street and ZIP code of a stored cart, or of a company, without what people write differently. */
const addressKey = (street: string, zip: string) =>
  sql.raw(`lower(regexp_replace(${street} || left(${zip}, 5), '[^[:alnum:]]', '', 'g'))`);
const cartKey = (table: string) => addressKey(`${table}.cart->>'street1'`, `${table}.cart->>'zip'`);

export async function up(db: Kysely<unknown>): Promise<void> {
  // What Stripe calls all tokens and payment methods of one card number.
  await sql`alter table purchases add column card_fingerprint text`.execute(db);

  // What an affiliate who earns on a purchase has in common with its buyer (D70). Purchases from before
  // fingerprints were kept are compared by the card's brand and last digits. Each lookup has an index. PostgreSQL
  // inlines the function, so that a condition on its result selects the commissions.
  await sql`create function own_purchase_signs() returns table (
      payment_id uuid, affiliate_id uuid, payable_at timestamptz, purchase_id uuid, reasons text[]
    ) language sql stable as $$
    select commissions.payment_id, commissions.affiliate_id, commissions.payable_at, purchases.id as purchase_id,
      array_remove(array[
        case when mailbox_key(purchases.email) = mailbox_key(accounts.email) or purchases.account_id = accounts.id
          then 'mailbox' end,
        case when own.has_card then 'card' when own.has_digits then 'digits' end,
        case when own.has_address then 'address' end,
        case when nullif(name_search_key(accounts.lastname), '') = name_search_key(coalesce(
            purchases.cart->>'lastname', buyers.lastname)) then 'surname' end
      ], null) as reasons
    from commissions
    join payments on payments.id = commissions.payment_id
    join purchases on purchases.id = payments.purchase_id
    join accounts on accounts.id = commissions.affiliate_id
    left join accounts as buyers on buyers.id = purchases.account_id
    left join companies on companies.id = case when purchases.cart->>'companyId' ~ '^[0-9a-f-]{36}$'
      then (purchases.cart->>'companyId')::uuid end
    left join lateral (
      select bool_or(other.card_fingerprint = purchases.card_fingerprint) as has_card,
        bool_or((other.card_fingerprint is null or purchases.card_fingerprint is null)
          and other.card_brand = purchases.card_brand and other.card_last4 = purchases.card_last4) as has_digits,
        bool_or(${cartKey('other')} = coalesce(${cartKey('purchases')},
          ${addressKey('companies.street1', 'companies.zip')})) as has_address
      from purchases as other
      where other.id <> purchases.id
        and (other.account_id = accounts.id or mailbox_key(other.email) = mailbox_key(accounts.email))
    ) as own on true
    where commissions.adjusts is null and accounts.deleted_at is null and commissions.amount_cents + coalesce(
      (select sum(later.amount_cents) from commissions as later where later.adjusts = commissions.id), 0) > 0 $$`.execute(
    db,
  );

  await db.schema
    .createTable('suspected_own_purchases')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('purchase_id', 'uuid', (c) => c.notNull().references('purchases.id'))
    .addColumn('affiliate_id', 'uuid', (c) => c.notNull().references('accounts.id'))
    .addColumn('reasons', sql`text[]`, (c) => c.notNull())
    .addColumn('found_at', 'timestamptz', (c) => c.notNull())
    .addColumn('decided_at', 'timestamptz')
    // What staff decided. Null until then.
    .addColumn('is_own', 'boolean')
    .addUniqueConstraint('suspected_own_purchases_once', ['purchase_id', 'affiliate_id'])
    .execute();
  // The staff's lists: open, and decided either way.
  await sql`create index suspected_own_purchases_found on suspected_own_purchases (found_at, id)`.execute(db);
  await sql`create index suspected_own_purchases_open on suspected_own_purchases (found_at, id)
    where decided_at is null`.execute(db);
  await guardTable(db, 'suspected_own_purchases', { changes: ['decided_at', 'is_own'], deletes: false });
}
