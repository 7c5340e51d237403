import pg from 'pg';
import { newMembershipNumber } from '#server/lib/membership-number.ts';
import { SURNAMES } from '#tests/helpers/stores/words.ts';

const BATCH_SIZE = 50_000;

// The most common names are first.
const FIRST_NAMES = `James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard
  Susan Joseph Jessica Thomas Sarah Maria Karen Charles Lisa Christopher Nancy Daniel Betty Matthew Sandra Anthony
  Margaret Mark Ashley Donald Kimberly Steven Emily Andrew Donna Paul Michelle Joshua Carol Kenneth Amanda Kevin
  Melissa Brian Deborah Timothy Stephanie Ronald Rebecca George Sharon Jason Laura Edward Cynthia Marisol Dorothy
  Ryan Amy Jacob Kathleen Gary Angela Nicholas Shirley Eric Emma Jonathan Brenda Stephen Pamela Larry Nicole Justin
  Anna Scott Samantha Brandon Katherine Benjamin Christine Marcus Debra Samuel Rachel Zuzana Bao Ines Ottilie`;
const LAST_NAMES = [...SURNAMES, 'Quist', 'Zwick', 'Ybarra', 'Bartholomew'];

/**
 * Three in four members have an account; the others bought as guests. One in a thousand is overdue. A fifth
 * of the last names have a unique number.
 */
const INSERT = `
  with members as (
    select number, $4::int + i::int as i, gen_random_uuid() as account, gen_random_uuid() as purchase,
      gen_random_uuid() as subscription, i % 4 <> 0 as has_account,
      ($2::text[])[1 + floor(power(random(), 2) * cardinality($2::text[]))::int] as firstname,
      ($3::text[])[1 + floor(power(random(), 2) * cardinality($3::text[]))::int]
        || case when i % 5 = 0 then ' ' || i else '' end as lastname,
      now() - random() * interval '3 years' as created_at
    from unnest($1::text[]) with ordinality as input (number, i)
  ), joined as (
    insert into accounts (id, email, firstname, lastname, zip, password_hash, provider_customer_id, created_at)
    select account, 'member-' || i || '@example.com', firstname, lastname, '80202', '', 'cus_' || i, created_at
    from members where has_account
  ), bought as (
    insert into purchases (id, kind, account_id, buyer_key, idempotency_key, fingerprint, status, cart, quote,
      total_cents, email, provider_customer_id, attempt_started_at, heartbeat_at, settled_at, created_at)
    select purchase, 'card', case when has_account then account end, 'guest:' || purchase, purchase, md5(number), 'paid',
      '{}', '{}', 4995, case when has_account then 'member-' else 'guest-' end || i || '@example.com', 'cus_' || i,
      now(), now(), now(), created_at
    from members
  ), billed as (
    insert into subscriptions (id, purchase_id, account_id, provider_id, status, period_start, period_end,
      past_due_since)
    select subscription, purchase, case when has_account then account end, 'sub_' || subscription,
      case when i % 1000 = 0 then 'past_due' else 'active' end, now(), now() + interval '1 month',
      case when i % 1000 = 0 then now() end
    from members
  ), paid as (
    insert into payments (id, purchase_id, account_id, provider_invoice_id, amount_cents, period_start, period_end,
      paid_at)
    select gen_random_uuid(), purchase, case when has_account then account end, 'in_' || purchase, 4995, created_at,
      created_at + interval '1 month', created_at
    from members
  )
  insert into memberships (id, number, account_id, subscription_id, plan_id, firstname, lastname, created_at)
  select gen_random_uuid(), number, case when has_account then account end, subscription, 0, firstname, lastname,
    created_at
  from members`;

/** Inserts members with their accounts, purchases, payments, and memberships, and a staff account. */
export async function fillMembers(url: string, count: number): Promise<void> {
  const firstnames = FIRST_NAMES.trim().split(/\s+/);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Skip foreign key checks, which would take half of the time. The rows match by construction.
    await client.query(`set session_replication_role = 'replica'`);
    for (let start = 0; start < count; start += BATCH_SIZE) {
      const size = Math.min(BATCH_SIZE, count - start);
      const numbers = [...new Set(Array.from({ length: size }, newMembershipNumber))];
      await client.query(INSERT, [numbers, firstnames, LAST_NAMES, start]);
    }
    await client.query(`
      insert into accounts (id, email, firstname, lastname, zip, password_hash, account_type)
      values (gen_random_uuid(), 'staff@example.com', 'Sam', 'Stone', '80202', '', 10)`);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
