import { paths } from '#server/lib/pages.shared.ts';
import { PlanDetails } from '#web/features/catalog/plan-details.tsx';
import { BuyModalSlot } from '#web/features/checkout/card/buy-modal-slot.tsx';

export function IndividualPlanPage() {
  return (
    <PlanDetails slug="individual">
      <BuyModalSlot closePath={paths.pricingPlan('individual')} pagePlanSlug="individual" />
    </PlanDetails>
  );
}
