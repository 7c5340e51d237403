import type { BusinessTerms, Plan } from '#server/catalog/plan.schema.ts';

// Apart from the wizard's values, whose schemas the business plans page must not load on its first view.

export interface BusinessPlan extends Plan {
  business: BusinessTerms;
}

function asBusinessPlan(plan: Plan): BusinessPlan | null {
  return plan.kind === 'business' && plan.business !== null ? { ...plan, business: plan.business } : null;
}

/** The business plans of the catalog, in its order. */
export function selectBusinessPlans(plans: readonly Plan[]): BusinessPlan[] {
  return plans.map(asBusinessPlan).filter((plan) => plan !== null);
}
