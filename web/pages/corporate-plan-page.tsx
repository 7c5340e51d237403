import { CorporateDetails } from '#web/features/catalog/corporate/corporate-details.tsx';

export function CorporatePlanPage() {
  return <CorporateDetails />;
}
