import { Gauge, type Registry } from 'prom-client';
import type { Deps } from '../deps.ts';
import { findingKind } from '../reconciliation/finding.schema.ts';
import { findLastReconciliation } from '../reconciliation/nightly-reconciliation.service.ts';

/** Every process reports the last outcome from the database, whichever process ran the reconciliation. */
export function registerReconciliationMetrics(
  registry: Registry,
  { db, log }: Pick<Deps, 'db' | 'log'>,
): void {
  const finishedAt = new Gauge({
    name: 'reconciliation_finished_timestamp_seconds',
    help: 'When the last nightly comparison with Stripe finished',
    registers: [registry],
  });
  new Gauge({
    name: 'reconciliation_findings',
    help: 'Differences from Stripe that the last nightly comparison found, by kind',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      try {
        const last = await findLastReconciliation(db);
        if (!last) return;
        finishedAt.set(last.finishedAt.getTime() / 1000);
        for (const kind of findingKind.options) {
          this.set({ kind }, last.findings.filter((finding) => finding.kind === kind).length);
        }
      } catch (error) {
        // Don't throw: the process's other metrics matter most during a database outage.
        log.warn({ err: error }, 'could not read the last reconciliation');
      }
    },
  });
}
