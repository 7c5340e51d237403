import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** Counts what waits for staff. Each count uses a partial index with the same condition. */
export async function countWaiting(db: Db, openSince: Date) {
  const { rows } = await sql<{
    messages: number;
    toPrint: number;
    toSend: number;
    rewards: number;
    openPurchases: number;
    disputes: number;
  }>`
    select
      (select count(*)::int from messages where (case when suspicion is not null then 'suspected'
        when answered_at is not null then 'answered' else 'open' end) = 'open') as messages,
      (select count(*)::int from physical_card_requests where sent_at is null and print_run_id is null) as "toPrint",
      (select count(*)::int from physical_card_requests where sent_at is null and print_run_id is not null) as "toSend",
      (select count(*)::int from webinar_rewards where sent_at is null) as rewards,
      (select count(*)::int from purchases
        where status in ('pending', 'requires_action') and attempt_started_at < ${openSince}) as "openPurchases",
      (select count(*)::int from disputes where closed_at is null) as disputes`.execute(db);
  return rows[0] ?? { messages: 0, toPrint: 0, toSend: 0, rewards: 0, openPurchases: 0, disputes: 0 };
}
