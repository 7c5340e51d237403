import type { BusinessTerms, Plan } from '#server/domains/catalog/plan.schema.ts';

// Separate from business-plan-values.ts, because the initial view of the business plans page must not load
// its schemas.

export interface BusinessPlan extends Plan {
  business: BusinessTerms;
}

function asBusinessPlan(plan: Plan): BusinessPlan | null {
  return plan.kind === 'business' && plan.business !== null ? { ...plan, business: plan.business } : null;
}

export function selectBusinessPlans(plans: readonly Plan[]): BusinessPlan[] {
  return plans.map(asBusinessPlan).filter((plan) => plan !== null);
}
