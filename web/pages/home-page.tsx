import { TrialModalSlot } from '#web/features/business-plans/trial/trial-modal-slot.tsx';
import { InformationModalSlot } from '#web/features/content/information-modal-slot.tsx';
import { BusinessesSection } from '#web/features/home/businesses-section.tsx';
import { CheckCardForm } from '#web/features/home/check-card-form.tsx';
import { Hero } from '#web/features/home/hero.tsx';
import { HomeClosing } from '#web/features/home/home-closing.tsx';
import classes from '#web/features/home/home-sections.module.css';
import { HowItWorks } from '#web/features/home/how-it-works.tsx';
import { MembershipsSection } from '#web/features/home/memberships-section.tsx';
import { OpportunitiesSection } from '#web/features/home/opportunities-section.tsx';
import { OffersSlot } from '#web/features/stores/offers/offers-slot.tsx';

export function HomePage() {
  return (
    <>
      <Hero />
      <HowItWorks />
      <div className={classes.offers}>
        <OffersSlot />
      </div>
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
