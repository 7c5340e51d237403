import type { BusinessTerms, Plan } from '#server/catalog/plan.schema.ts';

/** A plan of the catalog's business kind. */
export interface BusinessPlan extends Plan {
  business: BusinessTerms;
}

function asBusinessPlan(plan: Plan): BusinessPlan | null {
  return plan.kind === 'business' && plan.business !== null ? { ...plan, business: plan.business } : null;
}

/** The catalog's business plans, in its order. */
export function businessPlansOf(plans: readonly Plan[]): BusinessPlan[] {
  return plans.map(asBusinessPlan).filter((plan) => plan !== null);
}
