import { Box, Checkbox } from '@mantine/core';
import { Suspense, useId, useState } from 'react';
import { formatCents } from '#server/lib/money.ts';
import { lazyComponent } from '#web/lib/lazy-component.ts';
import layout from '#web/ui/styles/layout.module.css';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import '#web/ui/styles/mantine-rest.css';
import classes from './chart.module.css';
import type { ChartCanvasProps } from './chart-canvas.tsx';

interface ChartProps extends Omit<ChartCanvasProps, 'formatValue'> {
  title: string;
  format: 'count' | 'cents';
  /** What each row stands for, such as 'Day'. */
  rowHeading: string;
}

// The drawing library is large, so it loads only when a page shows a chart.
const ChartCanvas = lazyComponent<ChartCanvasProps>(
  async () => (await import('./chart-canvas.tsx')).ChartCanvas,
);

/** Shows a chart, and a switch that replaces it with a table of the same numbers. */
export function Chart({ title, kind, format, series, rows, rowHeading }: ChartProps) {
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  const formatValue = (value: number | null | undefined) => {
    if (value === null || value === undefined) return '–';
    return format === 'cents' ? formatCents(value) : value.toLocaleString('en-US');
  };
  const isEmpty = rows.every(({ values }) => series.every(({ name }) => !values[name]));
  const lastRow = rows.at(-1);
  const summary = series
    .map(({ name, label }) => `${label} ${formatValue(lastRow?.values[name])}`)
    .join(', ');
  return (
    <figure className={classes.chart} aria-labelledby={id}>
      <figcaption className={classes.caption}>
        <h3 id={id}>{title}</h3>
        <Checkbox
          label={
            <>
              Show as table<VisuallyHidden>: {title}</VisuallyHidden>
            </>
          }
          checked={isTable}
          onChange={({ currentTarget }) => setIsTable(currentTarget.checked)}
        />
      </figcaption>
      {isTable ? (
        // Focusable, so that a long table can be scrolled by keyboard.
        <Box component="section" className={classes.scroll} aria-label={title} tabIndex={0}>
          <table className={layout.table}>
            <thead>
              <tr>
                <th scope="col">{rowHeading}</th>
                {series.map(({ name, label }) => (
                  <th key={name} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ label, values }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {series.map(({ name }) => (
                    <td key={name}>{formatValue(values[name])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Box>
      ) : isEmpty ? (
        <p className={classes.empty}>There’s nothing to show for this period.</p>
      ) : (
        <div
          className={classes.canvas}
          role="img"
          aria-label={`${title}. ${lastRow?.label ?? ''}: ${summary}`}
        >
          <Suspense>
            <ChartCanvas kind={kind} series={series} rows={rows} formatValue={formatValue} />
          </Suspense>
        </div>
      )}
    </figure>
  );
}
