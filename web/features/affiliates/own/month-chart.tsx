import { formatCents } from '#server/lib/money.ts';
import { Money } from '#web/ui/money.tsx';
import hidden from '#web/ui/visually-hidden.module.css';
import { barsOf, CHART_HEIGHT, type MonthEarned } from './month-bars.ts';
import classes from './month-chart.module.css';

const COLUMN = 50;
const BAR = 30;

/** A bar chart of monthly earnings that screen readers read as a table. */
export function MonthChart({ months }: { months: readonly MonthEarned[] }) {
  const { bars, zero } = barsOf(months);
  const width = COLUMN * bars.length;
  const best = bars.reduce((most, bar) => (bar.earnedCents > most.earnedCents ? bar : most), bars[0] ?? NONE);
  return (
    <figure className={classes.chart}>
      <figcaption>
        By month
        {best.earnedCents > 0 ? (
          <span>
            Best month: {best.name} with <Money cents={best.earnedCents} />
          </span>
        ) : null}
      </figcaption>
      <svg viewBox={`0 -4 ${width} ${CHART_HEIGHT + 8}`} aria-hidden="true" focusable="false">
        {bars.map(({ month, name, earnedCents, y, height }, place) => (
          <g key={month}>
            <rect
              x={place * COLUMN + (COLUMN - BAR) / 2}
              y={y}
              width={BAR}
              height={height}
              rx="4"
              className={earnedCents < 0 ? classes.back : classes.bar}
            />
            {/* The whole column, so that a pointer need not hit a low bar. */}
            <rect x={place * COLUMN} y="0" width={COLUMN} height={CHART_HEIGHT} className={classes.column}>
              <title>{`${name}: ${formatCents(earnedCents)}`}</title>
            </rect>
          </g>
        ))}
        <path d={`M0 ${zero}H${width}`} className={classes.zero} />
      </svg>
      <div className={classes.names} aria-hidden="true">
        {bars.map(({ month, short, year }, place) => (
          <span key={month}>
            {short}
            <small>{place === 0 || month.endsWith('-01') ? year : null}</small>
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

const NONE = { name: '', earnedCents: 0 };
