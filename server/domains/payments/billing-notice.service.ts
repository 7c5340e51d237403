import type { Db, Trx } from '#db/client.ts';
import {
  findExpiringCards,
  findUnknownCards,
  findUnpaid,
  findYearlyRenewals,
  insertCardNotice,
  insertNotice,
  type NewNotice,
  type NoticeCandidate,
  type Page,
  type Range,
  type RenewalInterval,
} from './billing-notice.repository.ts';

export type { NoticeCandidate, Page, Range, RenewalInterval };

/**
 * Records that a notice is sent. Returns false if it was already recorded, perhaps by another process. In
 * that case, don't send it again.
 */
export async function recordNotice(trx: Trx, notice: NewNotice): Promise<boolean> {
  return insertNotice(trx, notice);
}

/**
 * Like `recordNotice`, for the notice that the current card expires before the next charge. Also returns
 * false if the card expires later, or if we don't know when it expires.
 */
export async function recordCardNotice(trx: Trx, subscriptionId: string, sentAt: Date): Promise<boolean> {
  return insertCardNotice(trx, subscriptionId, sentAt);
}

/**
 * Lists subscriptions that became overdue in the range, aren't canceled, and have no recorded notice for any
 * of these days.
 */
export async function listUnpaid(
  db: Db,
  overdueRange: Range,
  days: readonly number[],
  page: Page,
): Promise<NoticeCandidate[]> {
  return findUnpaid(db, overdueRange, days, page);
}

/**
 * Lists subscriptions with this interval whose renewal in the range begins another year, and that have no recorded
 * notice for any of these days.
 */
export async function listYearlyRenewals(
  db: Db,
  interval: RenewalInterval,
  renewalRange: Range,
  days: readonly number[],
  page: Page,
): Promise<NoticeCandidate[]> {
  return findYearlyRenewals(db, interval, renewalRange, days, page);
}

/**
 * Lists subscriptions that renew in the range with a card that expires before the renewal, and have no
 * recorded notice about it.
 */
export async function listExpiringCards(db: Db, renewalRange: Range, page: Page): Promise<NoticeCandidate[]> {
  return findExpiringCards(db, renewalRange, page);
}

/**
 * Lists at most `limit` subscriptions that renew in the range and whose card has an unknown expiration date.
 */
export async function listUnknownCards(
  db: Db,
  renewalRange: Range,
  limit: number,
): Promise<NoticeCandidate[]> {
  return findUnknownCards(db, renewalRange, limit);
}
