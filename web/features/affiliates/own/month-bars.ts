export interface MonthlyEarnings {
  /** The month as 'YYYY-MM'. */
  month: string;
  earnedCents: number;
}

export interface Bar extends MonthlyEarnings {
  /** The full name of the month, such as 'November 2026'. `shortName` is 'Nov'. */
  name: string;
  shortName: string;
  year: string;
  y: number;
  height: number;
}

export const CHART_HEIGHT = 180;
/** In the same units as CHART_HEIGHT. Keeps a small amount visible next to the best month. */
const MIN_BAR_HEIGHT = 3;

const formatMonth = (month: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`));

/** Scales all months to the same chart. If a month has more reversed than earned, its bar goes below zero. */
export function buildBars(months: readonly MonthlyEarnings[]): { bars: Bar[]; zero: number } {
  const amounts = months.map(({ earnedCents }) => earnedCents);
  const highestCents = Math.max(0, ...amounts);
  const lowestCents = Math.min(0, ...amounts);
  const unitsPerCent = CHART_HEIGHT / (highestCents - lowestCents || 1);
  const zero = highestCents === lowestCents ? CHART_HEIGHT : highestCents * unitsPerCent;
  const bars = months.map((month) => {
    const height =
      month.earnedCents === 0 ? 0 : Math.max(MIN_BAR_HEIGHT, Math.abs(month.earnedCents) * unitsPerCent);
    return {
      ...month,
      name: formatMonth(month.month, { month: 'long', year: 'numeric' }),
      shortName: formatMonth(month.month, { month: 'short' }),
      year: month.month.slice(0, 4),
      y: month.earnedCents < 0 ? zero : zero - height,
      height,
    };
  });
  return { bars, zero };
}
