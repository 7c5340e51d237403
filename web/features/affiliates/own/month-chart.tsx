import { formatCents } from '#server/lib/money.ts';
import { Money } from '#web/ui/money.tsx';
import hidden from '#web/ui/visually-hidden.module.css';
import { buildBars, CHART_HEIGHT, type MonthlyEarnings } from './month-bars.ts';
import classes from './month-chart.module.css';

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
