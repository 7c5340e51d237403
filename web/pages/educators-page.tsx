import { paths } from '#server/lib/pages.shared.ts';
import { HowReferralsWork } from '#web/features/affiliates/how-referrals-work.tsx';
import { OpportunityCards } from '#web/features/affiliates/opportunity-cards.tsx';
import { AffiliateModalSlot } from '#web/features/checkout/affiliate/affiliate-modal-slot.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

/** `?type=` opens the signup modal for that affiliate role. */
export function EducatorsPage() {
  return (
    <Page width="wide">
      <PageHeader title="Service Opportunities">
        Recommend Everything Card and earn when people join. Choose the way that fits you.
      </PageHeader>
      <OpportunityCards />
      <HowReferralsWork />
      <AffiliateModalSlot closePath={paths.educators()} parameter="type" />
    </Page>
  );
}
