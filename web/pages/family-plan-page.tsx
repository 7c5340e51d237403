import { PlanDetails } from '#web/features/catalog/plan-details.tsx';

export function FamilyPlanPage() {
  return <PlanDetails slug="family" />;
}
