import type { Db, Trx } from '#db/client.ts';
import { SUPPRESSED_BY } from '../../mails/mail-purpose.ts';
import type { Suspicion } from './message.schema.ts';

export interface Subscriber {
  email: string;
  suspicion: string | null;
  subscribedAt: Date;
}

/** Adds an address. If it exists, a submission that doesn't look like a bot's clears its suspicion. */
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

function selectSubscribers(db: Db, { suspected }: { suspected: boolean }) {
  return db
    .selectFrom('newsletterSubscribers')
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
    );
}

/** Counts the addresses that the next newsletter is sent to. */
export async function countSubscribers(db: Db): Promise<number> {
  const { count } = await selectSubscribers(db, { suspected: false })
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Lists subscribers, newest first: suspected bots if `suspected` is true, otherwise accepted ones. Suppressed
 * addresses are excluded.
 */
export async function findSubscribers(db: Db, { suspected }: { suspected: boolean }): Promise<Subscriber[]> {
  return selectSubscribers(db, { suspected })
    .select(['email', 'suspicion', 'subscribedAt'])
    .orderBy('subscribedAt', 'desc')
    .orderBy('email')
    .execute();
}

/** Matches the address in any letter case. Returns false if it wasn't subscribed. */
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
