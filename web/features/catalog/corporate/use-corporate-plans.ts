import type { Plan } from '#server/catalog/plan.schema.ts';
import { formatPlanLabel } from '#server/catalog/price.shared.ts';
import { trpc } from '#web/lib/trpc.ts';

export interface CorporatePlans {
  /** The company's own plan. It has no card and no price. */
  group: Plan;
  personal: Plan;
  family: Plan;
  /** '$49.95 per person per year'. */
  personalLabel: string;
  /** '$49.95 Extra': the additional price of a family card. */
  familyLabel: string;
}

function selectCorporatePlans(plans: readonly Plan[]): CorporatePlans | null {
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

/** The corporate plans as the catalog defines them (D1). Null if the catalog lacks any of them. */
export function useCorporatePlans() {
  return trpc.catalog.plans.useQuery(undefined, { select: selectCorporatePlans, staleTime: 300_000 });
}
