import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart, LineChart } from '@mantine/charts';

interface ChartSeries {
  /** The key of the series' values in each row. */
  name: string;
  label: string;
}

/** The values of a period, such as a day or a month. Null if a value isn't known. */
export interface ChartRow {
  label: string;
  values: Readonly<Record<string, number | null>>;
}

export interface ChartCanvasProps {
  /** Use bars for what happened during each row's period, and lines for a state. */
  kind: 'bars' | 'lines';
  /** At most three, because more colors and dashes would be hard to tell apart. */
  series: readonly ChartSeries[];
  /** Oldest first. */
  rows: readonly ChartRow[];
  formatValue(value: number): string;
}

/** Lines also differ by their dashes, for people who can't tell the colors apart. */
const DASHES = [undefined, '6 4', '2 3'];

/** Draws the chart. Screen readers get the description and the table in `Chart` instead. */
export function ChartCanvas({ kind, series, rows, formatValue }: ChartCanvasProps) {
  const sharedProps = {
    h: 260,
    data: rows.map(({ label, values }) => ({ ...values, row: label })),
    dataKey: 'row',
    valueFormatter: formatValue,
    withLegend: series.length > 1,
    // Keep the legend in the order of `series`.
    legendProps: { itemSorter: null },
    accessibilityLayer: false,
    // Counts and cents are whole numbers.
    yAxisProps: { width: 72, allowDecimals: false },
    xAxisProps: { minTickGap: 24 },
    textColor: 'var(--ink-soft)',
    gridColor: 'var(--line)',
  };
  const coloredSeries = series.map(({ name, label }, index) => ({
    name,
    label,
    color: `var(--series-${index + 1})`,
    ...(DASHES[index] === undefined ? {} : { strokeDasharray: DASHES[index] }),
  }));
  if (kind === 'bars') {
    return (
      <BarChart
        {...sharedProps}
        series={coloredSeries}
        barProps={{ isAnimationActive: false }}
        maxBarWidth={40}
      />
    );
  }
  return (
    <LineChart
      {...sharedProps}
      series={coloredSeries}
      curveType="linear"
      connectNulls={false}
      withDots={rows.length < 40}
      lineProps={{ isAnimationActive: false }}
    />
  );
}
