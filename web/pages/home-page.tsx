import { TrialModalSlot } from '#web/features/business-plans/trial/trial-modal-slot.tsx';
import { InformationModalSlot } from '#web/features/content/information-modal-slot.tsx';
import { BusinessesSection } from '#web/features/home/businesses-section.tsx';
import { CheckCardForm } from '#web/features/home/check-card-form.tsx';
import { Hero } from '#web/features/home/hero.tsx';
import { HomeClosing } from '#web/features/home/home-closing.tsx';
import { HowItWorks } from '#web/features/home/how-it-works.tsx';
import { MembershipsSection } from '#web/features/home/memberships-section.tsx';
import { OpportunitiesSection } from '#web/features/home/opportunities-section.tsx';

export function HomePage() {
  return (
    <>
      <Hero />
      <HowItWorks />
      <MembershipsSection />
      <BusinessesSection />
      <OpportunitiesSection />
      <CheckCardForm />
      <HomeClosing />
      <TrialModalSlot />
      <InformationModalSlot />
    </>
  );
}
