import { Suspense } from 'react';
import { TrialModalSlot } from '#web/features/business-plans/trial/trial-modal-slot.tsx';
import { InformationModalSlot } from '#web/features/content/information-modal-slot.tsx';
import { BusinessesSection } from '#web/features/home/businesses-section.tsx';
import { CheckCardForm } from '#web/features/home/check-card-form.tsx';
import { Hero } from '#web/features/home/hero.tsx';
import { HowItWorks } from '#web/features/home/how-it-works.tsx';
import { MembershipsSection } from '#web/features/home/memberships-section.tsx';
import { OpportunitiesSection } from '#web/features/home/opportunities-section.tsx';
import { laterPart } from '#web/lib/later-part.ts';
import { PageMeta } from '#web/ui/page-meta.tsx';

/** Far below the first view, which does not wait for it. */
export const HomeEnd = laterPart(async () => (await import('#web/features/home/home-end.tsx')).HomeEnd);

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
