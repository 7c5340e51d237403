/** A metric's current value for each combination of labels. */
export interface Gauge {
  name: string;
  help: string;
  samples: ReadonlyArray<{ value: number; labels?: Record<string, string> }>;
}

/** Formats gauges for Prometheus. Label values must need no escaping. */
export function formatGauges(gauges: readonly Gauge[]): string {
  return gauges
    .map(({ name, help, samples }) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} gauge`,
        ...samples.map(({ value, labels = {} }) => `${name}${formatLabels(labels)} ${formatValue(value)}`),
        '',
      ].join('\n'),
    )
    .join('\n');
}

function formatLabels(labels: Record<string, string>): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

function formatValue(value: number): string {
  return value === Number.POSITIVE_INFINITY ? '+Inf' : String(value);
}
