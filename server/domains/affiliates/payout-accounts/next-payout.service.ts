import type { Db } from '#db/client.ts';
import { endOfBusinessMonth, startOfBusinessDate, toBusinessDate } from '../../../lib/dates.ts';
import { findPayoutBatch } from '../commissions/payout.repository.ts';
import { findUnpaidByMonth } from './payout-account.repository.ts';
import type { NextPayout } from './payout-account.schema.ts';

/**
 * Finds the first month whose payout is above zero, and the amount that is known so far. If there is none,
 * the amount is 0. A month can be paid from the first day after it.
 */
export async function findNextPayout(db: Db, affiliateId: string, now: Date): Promise<NextPayout> {
  const [unpaid, firstMonth] = await Promise.all([
    findUnpaidByMonth(db, affiliateId),
    findFirstUnpaidMonth(db, now),
  ]);
  const sumUntil = (month: string) =>
    unpaid.reduce((sum, due) => (due.month <= month ? sum + due.amountCents : sum), 0);
  const months = [firstMonth, ...unpaid.map(({ month }) => month).filter((month) => month > firstMonth)];
  const month = months.find((candidate) => sumUntil(candidate) > 0);
  const cents = sumUntil(month ?? months.at(-1) ?? firstMonth);
  return {
    month: month ?? firstMonth,
    from: endOfBusinessMonth(month ?? firstMonth),
    amountCents: Math.max(0, cents),
    owedCents: Math.max(0, -cents),
  };
}

/** Returns the month before the current one unless it was paid already, else the current one. */
async function findFirstUnpaidMonth(db: Db, now: Date): Promise<string> {
  const currentMonth = toBusinessDate(now).slice(0, 7);
  const lastDay = new Date(startOfBusinessDate(`${currentMonth}-01`).getTime() - 1);
  const lastMonth = toBusinessDate(lastDay).slice(0, 7);
  return (await findPayoutBatch(db, lastMonth)) ? currentMonth : lastMonth;
}
