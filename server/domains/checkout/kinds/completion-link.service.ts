import { paths } from '../../../lib/pages.shared.ts';
import type { Deps } from '../../../platform/deps.ts';
import { listPlans } from '../../catalog/plan.service.ts';

/**
 * Returns a link that reopens the purchase at its quoted price in a browser, which can confirm the payment
 * with the bank.
 */
export async function createCompletionLink(
  { config, signer }: Pick<Deps, 'config' | 'signer'>,
  purchaseId: string,
  path: string,
  query: Record<string, string> = {},
): Promise<string> {
  const complete = await signer.sign('complete-payment', purchaseId);
  const search = new URLSearchParams(query).toString();
  // Browsers never send the part after '#', so no server logs the token.
  return `${config.publicUrl}${path}${search && `?${search}`}#${new URLSearchParams({ complete })}`;
}

/** Returns a completion link to the page that sells the plan. */
export async function createPricingLink(
  deps: Deps,
  purchaseId: string,
  planId: number | undefined,
): Promise<string> {
  return createCompletionLink(deps, purchaseId, `${paths.pricing()}/${await findPlanSlug(deps, planId)}`);
}

export async function findPlanSlug({ db }: Pick<Deps, 'db'>, planId: number | undefined): Promise<string> {
  return (await listPlans(db)).find(({ id }) => id === planId)?.slug ?? '';
}
