import type { BusinessTerms, Plan } from '#server/domains/catalog/plan.schema.ts';
import { formatPlanLabel } from '#server/domains/catalog/price.shared.ts';
import type { BusinessPlanSlug } from '#server/lib/pages.shared.ts';
import { trpc } from '#web/lib/trpc.ts';

export interface BusinessPlan {
  slug: BusinessPlanSlug;
  plan: Plan;
  /** The label from the catalog, with its prices filled in. */
  label: string;
  /** The plan's programs, the optional pages of its wizard, and the contracts to accept. */
  terms: BusinessTerms;
}

/** In display order: from the fewest programs to all of them. */
const planSlugs: readonly BusinessPlanSlug[] = [
  'basic-networking',
  'basic-business',
  'exclusive-business',
  'premium-business',
];

/** The trial's text compares these two plans. */
export const STANDARD_PLAN: BusinessPlanSlug = 'basic-networking';
export const PREMIUM_PLAN: BusinessPlanSlug = 'exclusive-business';

function selectBusinessPlans(plans: readonly Plan[]): BusinessPlan[] {
  return planSlugs.flatMap((slug) =>
    plans.flatMap((plan) =>
      plan.slug === slug && plan.business !== null
        ? [{ slug, plan, label: formatPlanLabel(plan, plans), terms: plan.business }]
        : [],
    ),
  );
}

/** Prices and terms come from the catalog (D1). */
export function useBusinessPlans() {
  return trpc.catalog.plans.useQuery(undefined, { select: selectBusinessPlans, staleTime: 300_000 });
}
