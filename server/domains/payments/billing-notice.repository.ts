import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { Database } from '#db/database.ts';
import type { BillingNoticesTable } from '#db/tables/payments.ts';

type Notice = BillingNoticesTable['notice'];

/** `after` is exclusive, and `until` is inclusive. */
export interface Range {
  after: Date;
  until: Date;
}

/** A subscription to send a notice about. */
export interface NoticeCandidate {
  id: string;
  /** The subscription's id at Stripe. */
  providerId: string | null;
  /** When the bill became overdue, or when the subscription renews. */
  about: Date | null;
}

/** One page of the candidates, which are ordered by `about`. */
export interface Page {
  /** The last candidate of the previous page. */
  after: NoticeCandidate | undefined;
  limit: number;
}

export interface NewNotice {
  subscriptionId: string;
  notice: Exclude<Notice, 'card'>;
  /** When the bill became overdue, or when the subscription renews. */
  about: Date;
  /** How many days after (unpaid) or before (renewal) `about` the notice is due. */
  days: number;
  sentAt: Date;
}

/** Returns false if the notice is already recorded. */
export async function insertNotice(trx: Trx, { days, ...values }: NewNotice): Promise<boolean> {
  const row = await trx
    .insertInto('billingNotices')
    .values({ ...values, detail: String(days) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subscriptionId')
    .executeTakeFirst();
  return row !== undefined;
}

const cardKey = sql<string>`concat_ws(' ', card_brand, card_last4, extract(epoch from card_expires_at)::bigint)`;

/**
 * Returns false if the notice is already recorded, or if the subscription's card isn't known to expire before
 * the next charge.
 */
export async function insertCardNotice(trx: Trx, subscriptionId: string, sentAt: Date): Promise<boolean> {
  const row = await trx
    .insertInto('billingNotices')
    .columns(['subscriptionId', 'notice', 'about', 'detail', 'sentAt'])
    .expression((eb) =>
      eb
        .selectFrom('subscriptions')
        .select((sub) => [
          'id',
          sub.val('card').as('notice'),
          'periodEnd',
          cardKey.as('detail'),
          sub.val(sentAt).as('sentAt'),
        ])
        .where('id', '=', subscriptionId)
        .whereRef('cardExpiresAt', '<=', 'periodEnd'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('subscriptionId')
    .executeTakeFirst();
  return row !== undefined;
}

type AboutColumn = 'pastDueSince' | 'periodEnd';

/** PostgreSQL can use the partial indexes only with these conditions and this order. */
function selectCandidates(db: Db, about: AboutColumn, range: Range, { after, limit }: Page) {
  return db
    .selectFrom('subscriptions')
    .select(['id', 'providerId', `${about} as about`])
    .where(about, '>', range.after)
    .where(about, '<=', range.until)
    .where('providerId', 'is not', null)
    .where('canceledAt', 'is', null)
    .where('endedAt', 'is', null)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(about, 'id'), '>', tuple(after?.about ?? null, after?.id ?? '')),
      ),
    )
    .orderBy(about)
    .orderBy('id')
    .limit(limit);
}

const selectNotices = (
  eb: ExpressionBuilder<Database, 'subscriptions'>,
  notice: Notice,
  about: AboutColumn,
) =>
  eb
    .selectFrom('billingNotices')
    .select('notice')
    .whereRef('billingNotices.subscriptionId', '=', 'subscriptions.id')
    .whereRef('billingNotices.about', '=', `subscriptions.${about}`)
    .where('notice', '=', notice);

/**
 * Finds subscriptions that became overdue in the range, aren't canceled, and have no recorded notice about
 * that bill for any of these days.
 */
export async function findUnpaid(
  db: Db,
  overdueRange: Range,
  days: readonly number[],
  page: Page,
): Promise<NoticeCandidate[]> {
  return selectCandidates(db, 'pastDueSince', overdueRange, page)
    .where((eb) =>
      eb.not(eb.exists(selectNotices(eb, 'unpaid', 'pastDueSince').where('detail', 'in', days.map(String)))),
    )
    .execute();
}

/** PostgreSQL uses the indexes only if these conditions are written in the same way. */
const BEGINS_A_YEAR = {
  year: sql<boolean>`period_end - period_start > interval '200 days'`,
  month: sql<boolean>`period_end - period_start <= interval '200 days'
    and period_end - started_at > interval '200 days'
    and extract(month from period_end at time zone 'UTC') = extract(month from started_at at time zone 'UTC')`,
};
export type RenewalInterval = keyof typeof BEGINS_A_YEAR;

/**
 * Finds subscriptions with this interval whose renewal in the range begins another year, and that have no recorded
 * notice about that renewal for any of these days.
 */
export async function findYearlyRenewals(
  db: Db,
  interval: RenewalInterval,
  renewalRange: Range,
  days: readonly number[],
  page: Page,
): Promise<NoticeCandidate[]> {
  return selectCandidates(db, 'periodEnd', renewalRange, page)
    .where('pastDueSince', 'is', null)
    .where(BEGINS_A_YEAR[interval])
    .where((eb) =>
      eb.not(eb.exists(selectNotices(eb, 'renewal', 'periodEnd').where('detail', 'in', days.map(String)))),
    )
    .execute();
}

/**
 * Finds subscriptions that renew in the range with a card that expires before the renewal, and have no
 * recorded notice about that card and renewal.
 */
export async function findExpiringCards(db: Db, renewalRange: Range, page: Page): Promise<NoticeCandidate[]> {
  return selectCandidates(db, 'periodEnd', renewalRange, page)
    .where('pastDueSince', 'is', null)
    .whereRef('cardExpiresAt', '<=', 'periodEnd')
    .where((eb) => eb.not(eb.exists(selectNotices(eb, 'card', 'periodEnd').where('detail', '=', cardKey))))
    .execute();
}

/** Finds subscriptions whose card's expiry we don't know, the next renewal first. */
export async function findUnknownCards(
  db: Db,
  renewalRange: Range,
  limit: number,
): Promise<NoticeCandidate[]> {
  return selectCandidates(db, 'periodEnd', renewalRange, { after: undefined, limit })
    .where('cardExpiresAt', 'is', null)
    .execute();
}
