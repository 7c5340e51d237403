import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import { formatPlanLabel } from '#server/domains/catalog/price.shared.ts';
import type { PlanSlug } from '#server/lib/pages.shared.ts';
import { trpc } from '#web/lib/trpc.ts';

export interface ConsumerPlan {
  slug: PlanSlug;
  plan: Plan;
  /** The label from the catalog, with its prices filled in, as in 'Individual Plan + $49.95/Month'. */
  label: string;
}

export const planSlugs: readonly PlanSlug[] = ['individual', 'family'];

/** Returns null for an unknown slug. */
export function parsePlanSlug(text: string | null): PlanSlug | null {
  return planSlugs.find((slug) => slug === text) ?? null;
}

function selectConsumerPlans(plans: readonly Plan[]): ConsumerPlan[] {
  return planSlugs.flatMap((slug) =>
    plans
      .filter((plan) => plan.kind === 'consumer' && plan.slug === slug)
      .map((plan) => ({ slug, plan, label: formatPlanLabel(plan, plans) })),
  );
}

/** Plans and prices come from the catalog (D1). */
export function useConsumerPlans() {
  return trpc.catalog.plans.useQuery(undefined, { select: selectConsumerPlans, staleTime: 300_000 });
}
