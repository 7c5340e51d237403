import type { BusinessTerms, Plan } from '#server/catalog/plan.schema.ts';

export interface BusinessPlan extends Plan {
  business: BusinessTerms;
}

function asBusinessPlan(plan: Plan): BusinessPlan | null {
  return plan.kind === 'business' && plan.business !== null ? { ...plan, business: plan.business } : null;
}

export function businessPlansOf(plans: readonly Plan[]): BusinessPlan[] {
  return plans.map(asBusinessPlan).filter((plan) => plan !== null);
}
