import { type Db, inTransaction } from '#db/client.ts';
import { listPayable } from '../../affiliates/commissions/payout.service.ts';
import { getReportingThreshold } from '../../affiliates/tax-forms/tax-year.shared.ts';
import type { Deps } from '../../deps.ts';
import {
  addDays,
  addMonths,
  endOfBusinessDate,
  startOfBusinessDate,
  toBusinessDate,
} from '../../lib/dates.ts';
import {
  countDays,
  countMissingForms,
  countState,
  type DayRange,
  findDays,
  findFirstDay,
  findLastCount,
  liftTimeLimit,
} from './figure.repository.ts';
import { type Figures, type Period, RENEWAL_DAYS } from './figure.schema.ts';

/** Slightly less than the timer's interval, so that only one of several processes counts. */
const FRESH_MS = 4 * 60_000;
/** Days before yesterday are counted again each night: a late webhook or a resumed membership changes them. */
const RECOUNTED_DAYS = 400;
/** Keeps a transaction short. */
const DAYS_PER_STATEMENT = 31;

type FigureDeps = Pick<Deps, 'db' | 'now'>;

/** Counts the figures unless another process did so in the last few minutes. */
export async function refreshFigures(deps: FigureDeps): Promise<void> {
  const last = await findLastCount(deps.db);
  if (last && deps.now().getTime() - last.countedAt.getTime() < FRESH_MS) return;
  await countFigures(deps);
}

/**
 * Counts today and yesterday. The first run of a day also recounts the days before them, and the very first run
 * counts every day. Safe to run twice at the same time.
 */
export async function countFigures({ db, now }: FigureDeps): Promise<void> {
  const countedAt = now();
  const today = toBusinessDate(countedAt);
  for (const range of splitDays(await findFirstDayToCount(db, today), today)) {
    await inTransaction(db, async (trx) => {
      await liftTimeLimit(trx);
      await countDays(trx, range, countedAt);
    });
  }
  const renewingUntil = endOfBusinessDate(addDays(today, RENEWAL_DAYS));
  await inTransaction(db, async (trx) => {
    await liftTimeLimit(trx);
    const payees = await listPayable(trx, toBusinessDate(addMonths(countedAt, -1)).slice(0, 7));
    const payoutsDue = payees.filter(({ taxForm }) => taxForm).length;
    const year = Number(today.slice(0, 4));
    const formsMissing = await countMissingForms(trx, year, getReportingThreshold(year));
    await countState(trx, { day: today, now: countedAt, renewingUntil }, { payoutsDue, formsMissing });
  });
}

async function findFirstDayToCount(db: Db, today: string): Promise<string> {
  const last = await findLastCount(db);
  if (last?.day === today) return addDays(today, -1);
  const firstDay = (await findFirstDay(db)) ?? today;
  const recountedFrom = addDays(today, -RECOUNTED_DAYS);
  return last && recountedFrom > firstDay ? recountedFrom : firstDay;
}

function splitDays(first: string, last: string): DayRange[] {
  const ranges: DayRange[] = [];
  for (let from = first; from <= last; from = addDays(from, DAYS_PER_STATEMENT)) {
    const end = addDays(from, DAYS_PER_STATEMENT - 1);
    const to = end < last ? end : last;
    ranges.push({ from, to, start: startOfBusinessDate(from), end: endOfBusinessDate(to) });
  }
  return ranges;
}

/** Returns how many affiliates had to be paid, and how many couldn't be, at the last count. */
export async function readOwedPayouts(db: Db): Promise<{ payoutsDue: number; formsMissing: number }> {
  const last = await findLastCount(db);
  return { payoutsDue: last?.payoutsDue ?? 0, formsMissing: last?.formsMissing ?? 0 };
}

/** Returns what was counted for a period of days, with the state at the last count. */
export async function readFigures(db: Db, { from, to }: Period): Promise<Figures> {
  const last = await findLastCount(db);
  const days = await findDays(db, { from, to });
  const sum = (key: keyof Figures['totals']) => days.reduce((total, day) => total + day[key], 0);
  return {
    countedAt: last?.countedAt ?? null,
    state: {
      activeMembers: last?.activeMembers ?? 0,
      mrrCents: last?.mrrCents ?? 0,
      pastDue: last?.pastDue ?? 0,
      owedCents: last?.owedCents ?? 0,
      renewals: last?.renewals ?? 0,
      renewalsCents: last?.renewalsCents ?? 0,
    },
    totals: {
      newMembers: sum('newMembers'),
      canceledMembers: sum('canceledMembers'),
      revenueCents: sum('revenueCents'),
      refundsCents: sum('refundsCents'),
      disputesCents: sum('disputesCents'),
    },
    days,
  };
}
