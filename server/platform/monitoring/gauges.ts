import { Gauge as PrometheusGauge, Registry } from 'prom-client';

/** A metric's current value for each combination of labels. */
export interface Gauge {
  name: string;
  help: string;
  samples: ReadonlyArray<{ value: number; labels?: Record<string, string> }>;
}

/** Formats gauges for Prometheus. Leaves out a gauge without samples, which would be shown as 0. */
export function formatGauges(gauges: readonly Gauge[]): Promise<string> {
  const registry = new Registry();
  for (const { name, help, samples } of gauges) {
    const [first] = samples;
    if (!first) continue;
    const labelNames = Object.keys(first.labels ?? {});
    const gauge = new PrometheusGauge({ name, help, labelNames, registers: [registry] });
    for (const { value, labels = {} } of samples) gauge.set(labels, value);
  }
  return registry.metrics();
}
