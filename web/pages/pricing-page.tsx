import { BuyModalSlot } from '#web/features/catalog/buy-modal-slot.tsx';
import { CorporateBand } from '#web/features/catalog/corporate/corporate-band.tsx';
import { CorporateModalSlot } from '#web/features/catalog/corporate/corporate-modal-slot.tsx';
import { PlanCards } from '#web/features/catalog/plan-cards.tsx';
import { paths } from '#web/lib/paths.ts';
import { Page, PageHeader } from '#web/ui/page-header.tsx';

export function PricingPage() {
  return (
    <Page width="wide">
      <PageHeader title="Choose your plan" documentTitle="Member Sign-Up">
        Buy with an account, or as a guest. A physical card is optional.
      </PageHeader>
      <PlanCards />
      <CorporateBand />
      <BuyModalSlot beneath={paths.pricing()} />
      <CorporateModalSlot beneath={paths.pricing()} />
    </Page>
  );
}
