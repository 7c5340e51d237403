import pg from 'pg';
import { newMembershipNumber } from '#server/lib/membership-number.ts';

const BATCH_SIZE = 50_000;

/** One in four is a family plan. Names vary, so that rows are about as long as real ones. */
const INSERT = `
  with numbers as (
    select number, i, gen_random_uuid() as purchase, gen_random_uuid() as subscription
    from unnest($1::text[]) with ordinality as input (number, i)
  ), bought as (
    insert into purchases (id, kind, buyer_key, idempotency_key, fingerprint, status, cart, quote, total_cents,
      email, attempt_started_at, heartbeat_at, settled_at)
    select purchase, 'card', 'guest:' || purchase, purchase, md5(number), 'paid', '{}', '{}', 4995,
      'buyer-' || number || '@example.com', now(), now(), now()
    from numbers
  ), billed as (
    insert into subscriptions (id, purchase_id, provider_id, status, period_start, period_end)
    select subscription, purchase, 'sub_' || subscription, 'active', now(), now() + interval '1 month'
    from numbers
  )
  insert into memberships (id, number, subscription_id, plan_id, firstname, lastname, spouse_firstname,
    spouse_lastname, family_members)
  select gen_random_uuid(), number, subscription, (i % 4 = 0)::int, 'First' || i, 'Last' || i,
    case when i % 4 = 0 then 'Spouse' || i end, case when i % 4 = 0 then 'Last' || i end,
    case when i % 4 = 0 then array['Child ' || i, 'Kid ' || i] else '{}' end
  from numbers`;

/** Inserts memberships with their purchases and subscriptions, and returns the membership numbers. */
export async function fillMemberships(url: string, count: number): Promise<string[]> {
  const numbers = new Set<string>();
  while (numbers.size < count) numbers.add(newMembershipNumber());
  const numberList = [...numbers];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Skip foreign key checks, which would take half of the time. The rows match by construction.
    await client.query(`set session_replication_role = 'replica'`);
    for (let start = 0; start < count; start += BATCH_SIZE)
      await client.query(INSERT, [numberList.slice(start, start + BATCH_SIZE)]);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
  return numberList;
}
