import type { Plan } from '#server/catalog/plan.schema.ts';
import { formatPlanLabel } from '#server/catalog/price.shared.ts';
import type { PlanSlug } from '#server/site/pages.shared.ts';
import { trpc } from '#web/lib/trpc.ts';

export interface ConsumerPlan {
  slug: PlanSlug;
  plan: Plan;
  /** The catalog's label, with its prices filled in: 'Individual Plan + $49.95/Month'. */
  label: string;
}

export const planSlugs: readonly PlanSlug[] = ['individual', 'family'];

/** Null for an unknown slug. */
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

/** The consumer plans as the catalog defines them (D1), in the order of the page. */
export function useConsumerPlans() {
  return trpc.catalog.plans.useQuery(undefined, { select: selectConsumerPlans, staleTime: 300_000 });
}
