import type { Db } from '#db/client.ts';
import { listPlans } from '#server/domains/catalog/plan.service.ts';
import type { PlanEdit } from '#server/domains/catalog/plan-edit.schema.ts';
import { changePlan, computePlanRevision } from '#server/domains/catalog/plan-edit.service.ts';
import { centsToDollars } from '#server/lib/money.ts';
import type { Deps } from '#server/platform/deps.ts';

/** Returns what the editor of a plan shows before anything is changed. */
export async function readPlanEdit(db: Db, slug: string): Promise<PlanEdit> {
  const plan = (await listPlans(db)).find((other) => other.slug === slug);
  if (!plan) throw new Error(`There is no plan ${slug}`);
  const { id, name, orderSummaryName, priceCents, copy } = plan;
  const { title, label, summary, points } = copy;
  return {
    id,
    revision: computePlanRevision(plan),
    name,
    orderSummaryName,
    price: centsToDollars(priceCents),
    title,
    label,
    summary,
    points: points.join('\n'),
  };
}

/** Changes plans' prices as staff would. To raise prices, list the more expensive plan of a kind first. */
export async function setPrices(deps: Pick<Deps, 'db' | 'now' | 'jobs'>, prices: Record<string, string>) {
  for (const [slug, price] of Object.entries(prices)) {
    await changePlan(deps, { ...(await readPlanEdit(deps.db, slug)), price }, { reason: 'New year' });
  }
}
