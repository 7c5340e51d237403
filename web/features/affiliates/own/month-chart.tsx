import { formatCents } from '#server/lib/money.ts';
import { Money } from '#web/ui/money.tsx';
import hidden from '#web/ui/visually-hidden.module.css';
import classes from './month-chart.module.css';

interface MonthlyEarnings {
  /** The month as 'YYYY-MM'. */
  month: string;
  earnedCents: number;
}

interface Bar extends MonthlyEarnings {
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

const COLUMN_WIDTH = 50;
const BAR_WIDTH = 30;

/** Draws a bar chart. Screen readers get a table instead. */
export function MonthChart({ months }: { months: readonly MonthlyEarnings[] }) {
  const { bars, zero: zeroY } = buildBars(months);
  const width = COLUMN_WIDTH * bars.length;
  const bestMonth = bars.reduce(
    (highest, bar) => (bar.earnedCents > highest.earnedCents ? bar : highest),
    bars[0] ?? EMPTY_BAR,
  );
  return (
    <figure className={classes.chart}>
      <figcaption>
        By month
        {bestMonth.earnedCents > 0 ? (
          <span>
            Best month: {bestMonth.name} with <Money cents={bestMonth.earnedCents} />
          </span>
        ) : null}
      </figcaption>
      <svg viewBox={`0 -4 ${width} ${CHART_HEIGHT + 8}`} aria-hidden="true" focusable="false">
        {bars.map(({ month, name, earnedCents, y, height }, index) => (
          <g key={month}>
            <rect
              x={index * COLUMN_WIDTH + (COLUMN_WIDTH - BAR_WIDTH) / 2}
              y={y}
              width={BAR_WIDTH}
              height={height}
              rx="4"
              className={earnedCents < 0 ? classes.back : classes.bar}
            />
            {/* Spans the whole column, so that the tooltip also appears above a short bar. */}
            <rect
              x={index * COLUMN_WIDTH}
              y="0"
              width={COLUMN_WIDTH}
              height={CHART_HEIGHT}
              className={classes.column}
            >
              <title>{`${name}: ${formatCents(earnedCents)}`}</title>
            </rect>
          </g>
        ))}
        <path d={`M0 ${zeroY}H${width}`} className={classes.zero} />
      </svg>
      <div className={classes.names} aria-hidden="true">
        {bars.map(({ month, shortName, year }, index) => (
          <span key={month}>
            {shortName}
            <small>{index === 0 || month.endsWith('-01') ? year : null}</small>
          </span>
        ))}
      </div>
      <div className={hidden.hidden}>
        <table>
          <caption>Earned by month</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Earned</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ month, name, earnedCents }) => (
              <tr key={month}>
                <th scope="row">{name}</th>
                <td>{formatCents(earnedCents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

const EMPTY_BAR = { name: '', earnedCents: 0 };
