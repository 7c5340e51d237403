import { type Db, inTransaction } from '#db/client.ts';
import { previewPayouts } from '../../domains/affiliates/commissions/payout.service.ts';
import { getReportingThreshold } from '../../domains/affiliates/tax-forms/tax-year.shared.ts';
import {
  addDays,
  addMonths,
  endOfBusinessDate,
  startOfBusinessDate,
  toBusinessDate,
} from '../../lib/dates.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  countDays,
  countImported,
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
/**
 * This many days are counted again each night, because late webhooks and resumed memberships change past
 * days.
 */
const RECOUNTED_DAYS = 400;
/** Keeps a transaction short. */
const DAYS_PER_STATEMENT = 31;

type FigureDeps = Pick<Deps, 'db' | 'now'>;

/** Counts the figures unless another process did so in the last few minutes. */
export async function refreshFigures(deps: FigureDeps): Promise<void> {
  const lastCount = await findLastCount(deps.db);
  if (lastCount && deps.now().getTime() - lastCount.countedAt.getTime() < FRESH_MS) return;
  await countFigures(deps);
}

/**
 * Counts today and yesterday. The first run of a day also recounts earlier days, and the very first run
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
    const { payees } = await previewPayouts(trx, toBusinessDate(addMonths(countedAt, -1)).slice(0, 7));
    const year = Number(today.slice(0, 4));
    const missingFormCount = await countMissingForms(trx, year, getReportingThreshold(year));
    await countState(
      trx,
      { day: today, now: countedAt, renewingUntil },
      { payoutsDue: payees.length, formsMissing: missingFormCount },
    );
  });
}

async function findFirstDayToCount(db: Db, today: string): Promise<string> {
  const lastCount = await findLastCount(db);
  if (lastCount?.day === today) return addDays(today, -1);
  const firstDay = (await findFirstDay(db)) ?? today;
  const recountedFrom = addDays(today, -RECOUNTED_DAYS);
  return lastCount && recountedFrom > firstDay ? recountedFrom : firstDay;
}

function splitDays(firstDay: string, lastDay: string): DayRange[] {
  const ranges: DayRange[] = [];
  for (let from = firstDay; from <= lastDay; from = addDays(from, DAYS_PER_STATEMENT)) {
    const end = addDays(from, DAYS_PER_STATEMENT - 1);
    const to = end < lastDay ? end : lastDay;
    ranges.push({ from, to, start: startOfBusinessDate(from), end: endOfBusinessDate(to) });
  }
  return ranges;
}

/**
 * Returns how many affiliates were due a payout, and how many still owed us a tax form, at the last count.
 */
export async function readOwedPayouts(db: Db): Promise<{ payoutsDue: number; formsMissing: number }> {
  const lastCount = await findLastCount(db);
  return { payoutsDue: lastCount?.payoutsDue ?? 0, formsMissing: lastCount?.formsMissing ?? 0 };
}

/** Returns the counts for a period of days, with the state at the last count. */
export async function readFigures(db: Db, { from, to }: Period): Promise<Figures> {
  const lastCount = await findLastCount(db);
  const days = await findDays(db, { from, to });
  const sum = (key: keyof Figures['totals']) => days.reduce((total, day) => total + day[key], 0);
  return {
    countedAt: lastCount?.countedAt ?? null,
    state: {
      activeMembers: lastCount?.activeMembers ?? 0,
      mrrCents: lastCount?.mrrCents ?? 0,
      pastDue: lastCount?.pastDue ?? 0,
      owedCents: lastCount?.owedCents ?? 0,
      renewals: lastCount?.renewals ?? 0,
      renewalsCents: lastCount?.renewalsCents ?? 0,
    },
    totals: {
      newMembers: sum('newMembers'),
      canceledMembers: sum('canceledMembers'),
      revenueCents: sum('revenueCents'),
      refundsCents: sum('refundsCents'),
      disputesCents: sum('disputesCents'),
    },
    importedMembers: await countImported(db, { from, to }),
    days,
  };
}
