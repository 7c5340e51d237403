import pg from 'pg';
import { newMembershipNumber } from '#server/lib/membership-number.ts';

const BATCH = 50_000;

/** One in four is a family's; the names differ, so that rows are as long as real ones. */
const INSERT = `
  with numbers as (
    select number, i, gen_random_uuid() as purchase, gen_random_uuid() as subscription
    from unnest($1::text[]) with ordinality as given (number, i)
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

/** Puts in so many memberships with what they stand on, and returns their numbers. */
export async function fillMemberships(url: string, count: number): Promise<string[]> {
  const numbers = new Set<string>();
  while (numbers.size < count) numbers.add(newMembershipNumber());
  const all = [...numbers];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // The rows refer to each other by construction: asking for every one of them again takes half of the time.
    await client.query(`set session_replication_role = 'replica'`);
    for (let at = 0; at < count; at += BATCH) await client.query(INSERT, [all.slice(at, at + BATCH)]);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
  return all;
}
