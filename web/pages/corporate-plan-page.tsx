import { paths } from '#server/lib/pages.shared.ts';
import { CompanyPlanDetails } from '#web/features/catalog/company/company-plan-details.tsx';
import { CompanyModalSlot } from '#web/features/checkout/company/company-modal-slot.tsx';

export function CorporatePlanPage() {
  return (
    <CompanyPlanDetails>
      <CompanyModalSlot closePath={paths.corporate()} ownPage />
    </CompanyPlanDetails>
  );
}
