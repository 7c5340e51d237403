import { paths } from '#server/lib/pages.shared.ts';
import { CorporateDetails } from '#web/features/catalog/corporate/corporate-details.tsx';
import { CorporateModalSlot } from '#web/features/checkout/corporate/corporate-modal-slot.tsx';

export function CorporatePlanPage() {
  return (
    <CorporateDetails>
      <CorporateModalSlot closePath={paths.corporate()} ownPage />
    </CorporateDetails>
  );
}
