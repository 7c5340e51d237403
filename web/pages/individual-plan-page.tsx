import { PlanDetails } from '#web/features/catalog/plan-details.tsx';

export function IndividualPlanPage() {
  return <PlanDetails slug="individual" />;
}
