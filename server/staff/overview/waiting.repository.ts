import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** Counts what waits for staff. Each count reads an index that has only such rows. */
export async function countWaiting(db: Db, openSince: Date) {
  const { rows } = await sql<{
    messages: number;
    cards: number;
    rewards: number;
    openPurchases: number;
    disputes: number;
  }>`
    select
      (select count(*)::int from messages where suspicion is null) as messages,
      (select count(*)::int from physical_card_requests where sent_at is null) as cards,
      (select count(*)::int from webinar_rewards where sent_at is null) as rewards,
      (select count(*)::int from purchases
        where status in ('pending', 'requires_action') and attempt_started_at < ${openSince}) as "openPurchases",
      (select count(*)::int from disputes where closed_at is null) as disputes`.execute(db);
  return rows[0] ?? { messages: 0, cards: 0, rewards: 0, openPurchases: 0, disputes: 0 };
}
