import type { BusinessTerms, Plan } from '#server/catalog/plan.schema.ts';
import { formatPlanLabel } from '#server/catalog/price.shared.ts';
import type { BusinessPlanSlug } from '#server/site/pages.shared.ts';
import { trpc } from '#web/lib/trpc.ts';

export interface BusinessPlan {
  slug: BusinessPlanSlug;
  plan: Plan;
  /** The catalog's label, with its prices filled in. */
  label: string;
  /** The programs that the plan includes. */
  terms: BusinessTerms;
}

/** In the order of the page, from the fewest programs to all of them. */
const planSlugs: readonly BusinessPlanSlug[] = [
  'basic-networking',
  'basic-business',
  'exclusive-business',
  'premium-business',
];

/** The two plans that the trial's text compares. */
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

/** The business plans as the catalog defines them (D1). */
export function useBusinessPlans() {
  return trpc.catalog.plans.useQuery(undefined, { select: selectBusinessPlans, staleTime: 300_000 });
}
