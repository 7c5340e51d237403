import { type Kysely, sql } from 'kysely';

/**
 * Totals for payouts and for lists of affiliates, so that these needn't read every past commission and
 * payout. Commissions and payouts never change, so triggers on insert are enough to keep the totals correct.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`create table unpaid_commissions (
    commission_id uuid primary key references commissions (id),
    affiliate_id uuid not null references accounts (id),
    amount_cents int4 not null,
    payable_at timestamptz not null
  )`.execute(db);
  // What an affiliate is owed.
  await sql`create index unpaid_commissions_affiliate on unpaid_commissions (affiliate_id, payable_at)`.execute(
    db,
  );
  // What a month's payouts would be.
  await sql`create index unpaid_commissions_payable on unpaid_commissions (payable_at)`.execute(db);
  await sql`create table affiliate_years (
    year int2,
    affiliate_id uuid references accounts (id),
    paid_cents int4 not null,
    primary key (year, affiliate_id)
  )`.execute(db);
  // The 1099-NEC totals of a year, highest first.
  await sql`create index affiliate_years_paid on affiliate_years (year, paid_cents, affiliate_id)`.execute(
    db,
  );
  await sql`alter table payout_batches add column payout_count int4, add column total_cents int8`.execute(db);

  await createTriggers(db);
  await addPastRows(db);
}

async function createTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`create function commissions_to_pay() returns trigger language plpgsql as $$
    begin
      insert into unpaid_commissions (commission_id, affiliate_id, amount_cents, payable_at)
        select id, affiliate_id, amount_cents, payable_at from added where amount_cents <> 0;
      return null;
    end $$`.execute(db);
  await sql`create trigger commissions_added after insert on commissions
    referencing new table as added for each statement execute function commissions_to_pay()`.execute(db);
  await sql`create function commissions_paid() returns trigger language plpgsql as $$
    begin
      delete from unpaid_commissions using added
        where unpaid_commissions.commission_id = added.commission_id;
      return null;
    end $$`.execute(db);
  await sql`create trigger payout_lines_added after insert on payout_lines
    referencing new table as added for each statement execute function commissions_paid()`.execute(db);
  await sql`create function payouts_of_year() returns trigger language plpgsql as $$
    begin
      insert into affiliate_years (year, affiliate_id, paid_cents)
        select extract(year from created_at at time zone 'America/Denver') as year, affiliate_id, sum(amount_cents)
        from added join payout_batches on payout_batches.id = batch_id
        group by 1, 2 order by 1, 2
        on conflict (year, affiliate_id) do update
          set paid_cents = affiliate_years.paid_cents + excluded.paid_cents;
      return null;
    end $$`.execute(db);
  await sql`create trigger payouts_added after insert on payouts
    referencing new table as added for each statement execute function payouts_of_year()`.execute(db);
}

/** Creating the triggers locked the tables, so every row is added either here or by a trigger. */
async function addPastRows(db: Kysely<unknown>): Promise<void> {
  await sql`insert into unpaid_commissions (commission_id, affiliate_id, amount_cents, payable_at)
    select id, affiliate_id, amount_cents, payable_at from commissions
    where amount_cents <> 0
      and not exists (select from payout_lines where commission_id = commissions.id)`.execute(db);
  await sql`insert into affiliate_years (year, affiliate_id, paid_cents)
    select extract(year from created_at at time zone 'America/Denver'), affiliate_id, sum(amount_cents)
    from payouts join payout_batches on payout_batches.id = batch_id
    group by 1, 2`.execute(db);
  await sql`alter table payout_batches disable trigger payout_batches_final`.execute(db);
  await sql`update payout_batches set (payout_count, total_cents) =
    (select count(*), coalesce(sum(amount_cents), 0) from payouts where batch_id = payout_batches.id)`.execute(
    db,
  );
  await sql`alter table payout_batches enable trigger payout_batches_final`.execute(db);
}
