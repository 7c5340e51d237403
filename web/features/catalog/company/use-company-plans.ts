import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import { formatPlanLabel } from '#server/domains/catalog/price.shared.ts';
import { trpc } from '#web/lib/trpc.ts';

export interface CompanyPlans {
  /** The company's own plan. It is not a card, and its price is 0. */
  group: Plan;
  personal: Plan;
  family: Plan;
  /** The price of a personal card, as in '$49.95 per person per year'. */
  personalLabel: string;
  /** The additional price of a family card, as in '$49.95 Extra'. */
  familyLabel: string;
}

function selectCompanyPlans(plans: readonly Plan[]): CompanyPlans | null {
  const findPlan = (slug: string) => plans.find((plan) => plan.kind === 'corporate' && plan.slug === slug);
  const [group, personal, family] = ['corporate', 'corporate-individual', 'corporate-family'].map(findPlan);
  if (!group || !personal || !family) return null;
  return {
    group,
    personal,
    family,
    personalLabel: formatPlanLabel(personal, plans),
    familyLabel: formatPlanLabel(family, plans),
  };
}

/** Prices come from the catalog (D1). The data is null if the catalog lacks one of the plans. */
export function useCompanyPlans() {
  return trpc.catalog.plans.useQuery(undefined, { select: selectCompanyPlans, staleTime: 300_000 });
}
