import { paths } from '#server/lib/pages.shared.ts';
import { CompanyBand } from '#web/features/catalog/company/company-band.tsx';
import { MembershipBenefits } from '#web/features/catalog/membership-benefits.tsx';
import { MembershipTerms } from '#web/features/catalog/membership-terms.tsx';
import { PlanCards } from '#web/features/catalog/plan-cards.tsx';
import { BuyModalSlot } from '#web/features/checkout/card/buy-modal-slot.tsx';
import { CompanyModalSlot } from '#web/features/checkout/company/company-modal-slot.tsx';
import { OffersSlot } from '#web/features/stores/offers/offers-slot.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

export function PricingPage() {
  return (
    <Page width="wide">
      <PageHeader title="Choose your plan">
        A savings membership for participating local and national businesses. Buy with an account, or as a
        guest.
      </PageHeader>
      <PlanCards />
      <OffersSlot hasCalculator />
      <CompanyBand />
      <MembershipBenefits />
      <MembershipTerms />
      <BuyModalSlot closePath={paths.pricing()} />
      <CompanyModalSlot closePath={paths.pricing()} />
    </Page>
  );
}
