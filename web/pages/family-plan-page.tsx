import { paths } from '#server/lib/pages.shared.ts';
import { PlanDetails } from '#web/features/catalog/plan-details.tsx';
import { BuyModalSlot } from '#web/features/checkout/card/buy-modal-slot.tsx';

export function FamilyPlanPage() {
  return (
    <PlanDetails slug="family">
      <BuyModalSlot closePath={paths.pricingPlan('family')} pagePlanSlug="family" />
    </PlanDetails>
  );
}
