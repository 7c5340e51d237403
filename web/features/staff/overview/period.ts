import { addDays, toBusinessDate } from '#server/lib/dates.ts';
import type { DayFigures } from '#server/staff/overview/figure.schema.ts';
import { type Period, period } from '#server/staff/overview/figure.schema.ts';
import { formatDay } from '#web/features/staff/kit/format-cell.tsx';
import type { ChartRow } from '#web/ui/chart/chart-canvas.tsx';

const DEFAULT_DAYS = 30;
/** Longer periods are charted by month instead of by day. */
const MAX_DAYS_SHOWN = 92;

/** Returns the periods that staff choose most often. */
export function listPresets(now: Date): Array<{ label: string; period: Period }> {
  const to = toBusinessDate(now);
  return [
    { label: '7 days', period: { from: addDays(to, -6), to } },
    { label: '30 days', period: { from: addDays(to, -(DEFAULT_DAYS - 1)), to } },
    { label: 'This month', period: { from: `${to.slice(0, 8)}01`, to } },
    { label: '12 months', period: { from: addDays(to, -364), to } },
  ];
}

/** Reads the period from the URL. Returns the last 30 days unless the URL has two days in order. */
export function readPeriod(params: URLSearchParams, now: Date): Period {
  const parsed = period.safeParse({ from: params.get('from'), to: params.get('to') });
  const to = toBusinessDate(now);
  return parsed.data ?? { from: addDays(to, -(DEFAULT_DAYS - 1)), to };
}

export const writePeriod = ({ from, to }: Period) => new URLSearchParams({ from, to }).toString();

const FLOWS = ['newMembers', 'canceledMembers', 'revenueCents', 'refundsCents', 'disputesCents'] as const;
const STATES = ['activeMembers', 'mrrCents'] as const;

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

const EMPTY_DAY = {
  newMembers: 0,
  canceledMembers: 0,
  revenueCents: 0,
  refundsCents: 0,
  disputesCents: 0,
  activeMembers: null,
  mrrCents: null,
  pastDue: null,
};

/** Returns every day of a period up to today. Nothing happened on days that `days` doesn't contain. */
function listDays(days: readonly DayFigures[], { from, to }: Period, today: string): DayFigures[] {
  const figuresByDay = new Map(days.map((day) => [day.day, day]));
  const allDays: DayFigures[] = [];
  for (let day = from; day <= to && day <= today; day = addDays(day, 1)) {
    allDays.push(figuresByDay.get(day) ?? { ...EMPTY_DAY, day });
  }
  return allDays;
}

/**
 * Returns a chart's rows: one per day or, for a long period, one per month with the state at the month's end.
 */
export function toChartRows(
  days: readonly DayFigures[],
  period: Period,
  now: Date,
): { rows: ChartRow[]; rowHeading: string } {
  if (addDays(period.from, MAX_DAYS_SHOWN) > period.to) {
    const rows = listDays(days, period, toBusinessDate(now)).map((day) => ({
      label: formatDay(day.day),
      values: sumFigures([day]),
    }));
    return { rowHeading: 'Day', rows };
  }
  const months = Map.groupBy(days, ({ day }) => day.slice(0, 7));
  const rows = [...months].map(([month, list]) => ({
    label: monthFormat.format(new Date(`${month}-01`)),
    values: sumFigures(list),
  }));
  return { rowHeading: 'Month', rows };
}

function sumFigures(days: readonly DayFigures[]): ChartRow['values'] {
  const flows = FLOWS.map((name) => [name, days.reduce((sum, day) => sum + day[name], 0)] as const);
  const states = STATES.map(
    (name) => [name, days.findLast((day) => day[name] !== null)?.[name] ?? null] as const,
  );
  return Object.fromEntries([...flows, ...states]);
}
