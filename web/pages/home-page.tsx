import { Suspense } from 'react';
import { BusinessesSection } from '#web/components/home/businesses-section.tsx';
import { CheckCardForm } from '#web/components/home/check-card-form.tsx';
import { Hero } from '#web/components/home/hero.tsx';
import { HowItWorks } from '#web/components/home/how-it-works.tsx';
import { MembershipsSection } from '#web/components/home/memberships-section.tsx';
import { OpportunitiesSection } from '#web/components/home/opportunities-section.tsx';
import { TrialModalSlot } from '#web/features/checkout/trial/trial-modal-slot.tsx';
import { InformationModalSlot } from '#web/features/content/information-modal-slot.tsx';
import { laterPart } from '#web/lib/later-part.ts';
import { PageMeta } from '#web/ui/page-meta.tsx';

/** Far below the first view, which does not wait for it. */
export const HomeEnd = laterPart(async () => (await import('#web/components/home/home-end.tsx')).HomeEnd);

export function HomePage() {
  return (
    <>
      <PageMeta title="Everything Card" />
      <Hero />
      <HowItWorks />
      <MembershipsSection />
      <BusinessesSection />
      <OpportunitiesSection />
      <CheckCardForm />
      <Suspense fallback={null}>
        <HomeEnd />
      </Suspense>
      <TrialModalSlot />
      <InformationModalSlot />
    </>
  );
}
