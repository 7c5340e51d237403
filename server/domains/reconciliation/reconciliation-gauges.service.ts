import type { Deps } from '../../platform/deps.ts';
import type { Gauge } from '../../platform/monitoring/gauges.ts';
import { findingKind } from './finding.schema.ts';
import { findLastReconciliation } from './nightly-reconciliation.service.ts';

/**
 * Every process reports the last outcome from the database, no matter which process ran the reconciliation.
 */
export async function readReconciliationGauges({ db }: Pick<Deps, 'db'>): Promise<Gauge[]> {
  const lastReconciliation = await findLastReconciliation(db);
  return [
    {
      name: 'reconciliation_finished_timestamp_seconds',
      help: 'When the last nightly comparison with Stripe finished',
      samples: lastReconciliation ? [{ value: lastReconciliation.finishedAt.getTime() / 1000 }] : [],
    },
    {
      name: 'reconciliation_findings',
      help: 'Differences from Stripe that the last nightly comparison found, by kind',
      samples: (lastReconciliation ? findingKind.options : []).map((kind) => ({
        labels: { kind },
        value: lastReconciliation?.findings.filter((finding) => finding.kind === kind).length ?? 0,
      })),
    },
  ];
}
