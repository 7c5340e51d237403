import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import { SUPPRESSED_BY } from '../../../platform/mails/mail-purpose.ts';
import type { Suspicion } from './message.schema.ts';

export interface Subscriber {
  email: string;
  suspicion: string | null;
  subscribedAt: Date;
}

/**
 * Adds an address. If it already exists, clears its suspicion, unless this submission also looks like a
 * bot's.
 */
export async function upsertSubscriber(
  trx: Trx,
  subscriber: { email: string; suspicion: Suspicion | null; subscribedAt: Date },
): Promise<void> {
  const { suspicion } = subscriber;
  await trx
    .insertInto('newsletterSubscribers')
    .values(subscriber)
    .onConflict((conflict) =>
      suspicion
        ? conflict.column('email').doNothing()
        : conflict.column('email').doUpdateSet({ suspicion: null }),
    )
    .execute();
}

export async function isSubscriber(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('newsletterSubscribers')
    .select('email')
    .where('email', '=', email.toLowerCase())
    .where('suspicion', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Counts the addresses that the next newsletter is sent to. Subtracts the suppressed ones, because they are
 * few.
 */
export async function countSubscribers(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from newsletter_subscribers where suspicion is null)::int
      - (select count(distinct newsletter_subscribers.email) from mail_suppressions
          join newsletter_subscribers on newsletter_subscribers.email = mail_suppressions.email
          where suspicion is null and reason in (${sql.join(SUPPRESSED_BY.marketing)}))::int as count`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Lists subscribers, newest first: suspected bots if `suspected` is true, otherwise accepted ones. Suppressed
 * addresses are excluded.
 */
export async function findSubscribers(db: Db, { suspected }: { suspected: boolean }): Promise<Subscriber[]> {
  return db
    .selectFrom('newsletterSubscribers')
    .select(['email', 'suspicion', 'subscribedAt'])
    .where('suspicion', suspected ? 'is not' : 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mailSuppressions')
            .select('mailSuppressions.email')
            .whereRef('mailSuppressions.email', '=', 'newsletterSubscribers.email')
            .where('mailSuppressions.reason', 'in', SUPPRESSED_BY.marketing),
        ),
      ),
    )
    .orderBy('subscribedAt', 'desc')
    .orderBy('email')
    .execute();
}

/** Deletes an address in any letter case. Returns false if it wasn't subscribed. */
export async function deleteSubscriber(db: Db, email: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('newsletterSubscribers')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteSuspectedSubscribersBefore(db: Db, cutoff: Date): Promise<void> {
  await db
    .deleteFrom('newsletterSubscribers')
    .where('suspicion', 'is not', null)
    .where('subscribedAt', '<', cutoff)
    .execute();
}
