import { CorporateDetails } from '#web/features/catalog/corporate/corporate-details.tsx';
import { PlanDetails } from '#web/features/catalog/plan-details.tsx';

export function IndividualPlanPage() {
  return <PlanDetails key="individual" slug="individual" />;
}

export function FamilyPlanPage() {
  return <PlanDetails key="family" slug="family" />;
}

export function CorporatePlanPage() {
  return <CorporateDetails />;
}
