import { Gauge as PrometheusGauge, Registry } from 'prom-client';

/** A metric's current value for each combination of labels. */
export interface Gauge {
  name: string;
  help: string;
  samples: ReadonlyArray<{ value: number; labels?: Record<string, string> }>;
}

/** Formats gauges for Prometheus. */
export function formatGauges(gauges: readonly Gauge[]): Promise<string> {
  const registry = new Registry();
  for (const { name, help, samples } of gauges) {
    const labelNames = Object.keys(samples[0]?.labels ?? {});
    const gauge = new PrometheusGauge({ name, help, labelNames, registers: [registry] });
    // A gauge without labels starts at 0.
    if (samples.length === 0) gauge.remove();
    for (const { value, labels = {} } of samples) gauge.set(labels, value);
  }
  return registry.metrics();
}
