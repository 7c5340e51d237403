import type { FigureKind } from '#server/domains/stores/figures/figure.shared.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import { Chart } from '#web/ui/chart/chart.tsx';
import classes from './owner.module.css';

const LABELS: Readonly<Record<FigureKind, string>> = {
  shown: 'Shown in results',
  opened: 'Opened',
  copied: 'Codes copied',
  directions: 'Directions',
  calls: 'Calls',
};

/** Two charts, because calls are so few that views would hide them in a single chart. */
const CHARTS: ReadonlyArray<{ title: string; kinds: readonly FigureKind[] }> = [
  { title: 'Views by week', kinds: ['shown', 'opened'] },
  { title: 'Actions by week', kinds: ['copied', 'directions', 'calls'] },
];

const weekFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

export function FigureCharts({ weeks }: { weeks: RouterOutputs['businesses']['figures'] }) {
  const rows = weeks.map(({ week, ...values }) => ({ label: weekFormat.format(new Date(week)), values }));
  const count = (kind: FigureKind) =>
    weeks.reduce((sum, week) => sum + week[kind], 0).toLocaleString('en-US');
  return (
    <>
      <dl className={classes.totals}>
        {CHARTS.flatMap(({ kinds }) => kinds).map((kind) => (
          <div key={kind}>
            <dt>{LABELS[kind]}</dt>
            <dd>{count(kind)}</dd>
          </div>
        ))}
      </dl>
      {CHARTS.map(({ title, kinds }) => (
        <Chart
          key={title}
          title={title}
          kind="bars"
          format="count"
          rowHeading="Week of"
          series={kinds.map((name) => ({ name, label: LABELS[name] }))}
          rows={rows}
        />
      ))}
    </>
  );
}
