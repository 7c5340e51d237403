import type { Period } from '../payments/stripe-listing.service.ts';
import { findDiscrepancies, type ReconciliationDeps } from './find-discrepancies.service.ts';
import type { Finding } from './finding.schema.ts';

const toKey = ({ kind, id }: Finding) => `${kind} ${id}`;

/**
 * Compares a period with Stripe. Data may change while it is read, so this compares twice and returns only
 * the findings of both comparisons. Pending webhooks usually arrive in between.
 */
export async function reconcile(deps: ReconciliationDeps, period: Period): Promise<Finding[]> {
  const firstFindings = await findDiscrepancies(deps, period);
  if (firstFindings.length === 0) return [];
  const keys = new Set(firstFindings.map(toKey));
  return (await findDiscrepancies(deps, period)).filter((finding) => keys.has(toKey(finding)));
}
