import { Link } from 'react-router';
import { TRIAL_DAYS } from '#server/lib/business-rules.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { BusinessFacts } from '#web/features/catalog/business/business-facts.tsx';
import classes from '#web/features/catalog/business/business-info.module.css';
import { BusinessTermsSection } from '#web/features/catalog/business/business-terms-section.tsx';
import { ListingSection } from '#web/features/catalog/business/listing-section.tsx';
import { PlanList } from '#web/features/catalog/business/plan-list.tsx';
import { StartingPrice } from '#web/features/catalog/business/starting-price.tsx';
import { TrialBand } from '#web/features/catalog/business/trial-band.tsx';
import { CornerShop } from '#web/features/home/street/corner-shop.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';
import layout from '#web/ui/styles/layout.module.css';

export function BusinessSignupPage() {
  return (
    <Page width="wide">
      <div className={classes.top}>
        <div>
          <PageHeader title="Business Networking Program">
            Members carry one card and look for businesses that honor it. The program puts yours in front of
            them. <StartingPrice />
          </PageHeader>
          <div className={layout.row}>
            <ButtonLink to={paths.businessPlans()} size="lg">
              Compare the plans
            </ButtonLink>
            <ButtonLink to={paths.trial()} variant="secondary" size="lg">
              Try it for {TRIAL_DAYS} days
            </ButtonLink>
          </div>
        </div>
        <CornerShop />
      </div>
      <BusinessFacts />
      <ListingSection />
      <section className={classes.section} aria-labelledby="plans-title">
        <h2 id="plans-title">Four plans</h2>
        <p className={classes.lead}>
          Every plan includes a listing. The difference is the programs that come with it.
        </p>
        <PlanList skeletonCount={4} />
        <p className={classes.more}>
          <Link to={paths.businessPlans()}>What each plan and program includes</Link>
          <Link to={paths.loyalty()}>The Business Program</Link>
        </p>
      </section>
      <BusinessTermsSection />
      <TrialBand />
    </Page>
  );
}
