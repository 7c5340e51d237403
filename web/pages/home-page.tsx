import { CheckCardForm } from '#web/components/home/check-card-form.tsx';
import { Hero } from '#web/components/home/hero.tsx';
import { HowItWorks } from '#web/components/home/how-it-works.tsx';
import { MembershipsSection } from '#web/components/home/memberships-section.tsx';
import { PageMeta } from '#web/ui/page-meta.tsx';

export function HomePage() {
  return (
    <>
      <PageMeta title="Everything Card" />
      <Hero />
      <HowItWorks />
      <MembershipsSection />
      <CheckCardForm />
    </>
  );
}
