import type { Plan } from '#server/catalog/plan.schema.ts';
import { planLabel } from '#server/catalog/price.shared.ts';
import { trpc } from '#web/lib/trpc.ts';

export interface CorporatePlans {
  /** The plan by which the company pays; it has no card and costs nothing itself. */
  group: Plan;
  personal: Plan;
  family: Plan;
  /** '$49.95 per person per year'. */
  personalLabel: string;
  /** '$49.95 Extra': what a family's card costs more than a personal one. */
  familyLabel: string;
}

function corporatePlans(plans: readonly Plan[]): CorporatePlans | null {
  const named = (slug: string) => plans.find((plan) => plan.kind === 'corporate' && plan.slug === slug);
  const [group, personal, family] = ['corporate', 'corporate-individual', 'corporate-family'].map(named);
  if (!group || !personal || !family) return null;
  return {
    group,
    personal,
    family,
    personalLabel: planLabel(personal, plans),
    familyLabel: planLabel(family, plans),
  };
}

/** What a company buys, with the catalog's names and prices (DESIGN D1); null where the catalog sells nothing of it. */
export function useCorporatePlans() {
  return trpc.catalog.plans.useQuery(undefined, { select: corporatePlans, staleTime: 300_000 });
}
