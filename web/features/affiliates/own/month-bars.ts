export interface MonthEarned {
  /** YYYY-MM */
  month: string;
  earnedCents: number;
}

export interface Bar extends MonthEarned {
  /** 'November 2026', and 'Nov'. */
  name: string;
  short: string;
  year: string;
  y: number;
  height: number;
}

export const CHART_HEIGHT = 180;
/** A small amount still shows beside the best month. */
const MIN_BAR_HEIGHT = 3;

const nameOf = (month: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`));

/** Bar heights on one scale. Months with more reversed than earned go below zero. */
export function barsOf(months: readonly MonthEarned[]): { bars: Bar[]; zero: number } {
  const earned = months.map(({ earnedCents }) => earnedCents);
  const top = Math.max(0, ...earned);
  const bottom = Math.min(0, ...earned);
  const unit = CHART_HEIGHT / (top - bottom || 1);
  const zero = top === bottom ? CHART_HEIGHT : top * unit;
  const bars = months.map((one) => {
    const height = one.earnedCents === 0 ? 0 : Math.max(MIN_BAR_HEIGHT, Math.abs(one.earnedCents) * unit);
    return {
      ...one,
      name: nameOf(one.month, { month: 'long', year: 'numeric' }),
      short: nameOf(one.month, { month: 'short' }),
      year: one.month.slice(0, 4),
      y: one.earnedCents < 0 ? zero : zero - height,
      height,
    };
  });
  return { bars, zero };
}
