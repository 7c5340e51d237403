import { type Kysely, sql } from 'kysely';

/** Extends the ledger to all money. Posts past payments, refunds, and disputes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('provider_payment_id', 'text').execute();
  await sql`update payments set provider_payment_id = provider_invoice_id
    where provider_invoice_id like 'pi\\_%'`.execute(db);
  // Refunds, disputes, and fees name the payment intent, not the invoice.
  await sql`create unique index payments_provider_payment on payments (provider_payment_id)`.execute(db);

  await createEntries(db);
  await moveCommissions(db);
  await postPastPayments(db);
  await postPastReturns(db);
  await requireBalance(db);
}

async function createEntries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ledger_entries')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    // The id of the posted Stripe object, or of our commission or payout.
    .addColumn('source_id', 'text', (c) => c.notNull())
    .addColumn('purchase_id', 'uuid', (c) => c.references('purchases.id'))
    .addColumn('payment_id', 'uuid', (c) => c.references('payments.id'))
    .addColumn('provider_payment_id', 'text')
    .addColumn('occurred_at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint(
      'ledger_entries_kind',
      sql`kind in ('payment', 'refund', 'refund failure', 'dispute', 'returns', 'returns reversal',
        'balance transaction', 'commission', 'payout')`,
    )
    .execute();
  // Posts each event once, even if it is received twice or out of order.
  await sql`create unique index ledger_entries_once on ledger_entries (source_id, kind)`.execute(db);
  // Reports read a range of dates.
  await sql`create index ledger_entries_occurred on ledger_entries (occurred_at)`.execute(db);
  // Reconciliation and `npm run purchases` read everything about one payment or purchase.
  await sql`create index ledger_entries_purchase on ledger_entries (purchase_id) where purchase_id is not null`.execute(
    db,
  );
  await sql`create index ledger_entries_payment on ledger_entries (payment_id) where payment_id is not null`.execute(
    db,
  );
  await sql`create index ledger_entries_provider_payment on ledger_entries (provider_payment_id)
    where provider_payment_id is not null`.execute(db);
  await sql`create function ledger_entries_are_final() returns trigger language plpgsql as
    $$ begin raise exception 'ledger_entries cannot be changed'; end $$`.execute(db);
  await sql`create trigger ledger_entries_final before update or delete on ledger_entries
    for each row execute function ledger_entries_are_final()`.execute(db);
}

/** Commissions and payouts keep their ids as the ids of their entries. */
async function moveCommissions(db: Kysely<unknown>): Promise<void> {
  await sql`insert into ledger_entries (id, kind, source_id, purchase_id, payment_id, provider_payment_id, occurred_at)
    select distinct on (posting.entry_id) posting.entry_id,
      case when commissions.id is null then 'payout' else 'commission' end, posting.entry_id::text,
      payments.purchase_id, payments.id, payments.provider_payment_id, posting.at
    from ledger_postings posting
      left join commissions on commissions.id = posting.entry_id
      left join payments on payments.id = commissions.payment_id`.execute(db);
  await sql`alter table ledger_postings disable trigger ledger_postings_final`.execute(db);
  await sql`alter table ledger_postings drop constraint ledger_postings_book`.execute(db);
  await sql`alter table ledger_postings rename column book to account`.execute(db);
  await sql`update ledger_postings set account = case account
    when 'expense' then 'commissions' when 'owed' then 'commissions owed' else 'payouts' end`.execute(db);
  await sql`alter table ledger_postings enable trigger ledger_postings_final`.execute(db);
  await sql`alter table ledger_postings
    alter column affiliate_id drop not null,
    drop column at,
    -- The catalog's number of the plan that was sold. No reference: an old quote may name a plan that is gone.
    add column plan_id int4,
    add constraint ledger_postings_amount check (amount_cents <> 0),
    add constraint ledger_postings_entry_fkey foreign key (entry_id) references ledger_entries (id),
    add constraint ledger_postings_account check (account in ('stripe cash', 'in transit', 'bank', 'revenue',
      'discounts', 'refunds', 'disputes', 'stripe fees', 'stripe adjustments', 'commissions', 'commissions owed',
      'payouts'))`.execute(db);
}

/**
 * A purchase's first payment covered every line of its quote; later payments covered only the recurring
 * lines. A payment below that total had a discount. A payment above it included added cards.
 */
async function postPastPayments(db: Kysely<unknown>): Promise<void> {
  await sql`create temporary table past_payments on commit drop as
    select payments.*, quote, row_number() over (partition by purchase_id order by paid_at, payments.id) as ordinal
    from payments join purchases on purchases.id = payments.purchase_id`.execute(db);
  await sql`create temporary table past_lines on commit drop as
    select past_payments.id as payment_id, (line->>'planId')::int4 as plan_id, (line->>'amountCents')::int4 as cents,
      (line->>'recurring')::boolean as recurring
    from past_payments cross join jsonb_array_elements(quote->'lines') as line
    where ordinal = 1 or (line->>'recurring')::boolean`.execute(db);
  await sql`insert into ledger_entries (id, kind, source_id, purchase_id, payment_id, provider_payment_id, occurred_at)
    select gen_random_uuid(), 'payment', provider_invoice_id, purchase_id, id, provider_payment_id, paid_at
    from past_payments
    where amount_cents <> 0 or exists (select from past_lines where payment_id = past_payments.id and cents <> 0)`.execute(
    db,
  );
  await sql`insert into ledger_postings (id, entry_id, account, plan_id, amount_cents)
    select gen_random_uuid(), entries.id, sides.account, sides.plan_id, sides.cents
    from past_payments
      join ledger_entries entries on entries.payment_id = past_payments.id and entries.kind = 'payment'
      cross join lateral (
        select coalesce(sum(cents), 0)::int4 as cents, count(distinct plan_id) filter (where recurring) as plans,
          min(plan_id) filter (where recurring) as plan_id
        from past_lines where payment_id = past_payments.id
      ) listed
      cross join lateral (
        select 'in transit', null::int4, amount_cents
        union all select 'revenue', plan_id, -sum(cents)::int4 from past_lines
          where payment_id = past_payments.id group by plan_id
        union all select 'discounts', case when plans = 1 then listed.plan_id end, listed.cents - amount_cents
          where listed.cents > amount_cents
        union all select 'revenue', case when plans = 1 then listed.plan_id end, listed.cents - amount_cents
          where listed.cents < amount_cents
      ) sides (account, plan_id, cents)
    where sides.cents <> 0`.execute(db);
}

/**
 * Here, only the sum of a payment's refunds and disputes is known. It is replaced when they are read from
 * Stripe again.
 */
async function postPastReturns(db: Kysely<unknown>): Promise<void> {
  await sql`insert into ledger_entries (id, kind, source_id, purchase_id, payment_id, provider_payment_id, occurred_at)
    select gen_random_uuid(), 'returns', provider_invoice_id, purchase_id, id, provider_payment_id, paid_at
    from payments where refunded_cents > 0`.execute(db);
  await sql`insert into ledger_postings (id, entry_id, account, amount_cents)
    select gen_random_uuid(), entries.id, side.account, side.sign * refunded_cents
    from payments
      join ledger_entries entries on entries.payment_id = payments.id and entries.kind = 'returns'
      cross join (values ('refunds', 1), ('in transit', -1)) side (account, sign)`.execute(db);
}

/** Checks the sum at commit, when all postings of an entry exist. */
async function requireBalance(db: Kysely<unknown>): Promise<void> {
  await sql`create function ledger_postings_balance() returns trigger language plpgsql as $$
    begin
      if (select sum(amount_cents) from ledger_postings where entry_id = new.entry_id) <> 0 then
        raise exception 'ledger entry % does not balance', new.entry_id;
      end if;
      return null;
    end $$`.execute(db);
  await sql`create constraint trigger ledger_postings_balance after insert on ledger_postings
    deferrable initially deferred for each row execute function ledger_postings_balance()`.execute(db);
}
