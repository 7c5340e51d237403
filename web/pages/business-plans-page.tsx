import { Link } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { BackofficeLink } from '#web/features/accounts/backoffice-link.tsx';
import { BusinessFacts } from '#web/features/catalog/business/business-facts.tsx';
import classes from '#web/features/catalog/business/business-info.module.css';
import { BusinessPlanCards } from '#web/features/catalog/business/business-plan-cards.tsx';
import { BusinessPrograms } from '#web/features/catalog/business/business-programs.tsx';
import { TrialBand } from '#web/features/catalog/business/trial-band.tsx';
import { BusinessPlanModalSlot } from '#web/features/checkout/business-plan/business-plan-modal-slot.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';

/** `?plan=` opens the modal for buying that plan. */
export function BusinessPlansPage() {
  return (
    <Page width="wide">
      <div className={classes.withAction}>
        <PageHeader title="Business plans">
          Help members near you find your business, and give them a reason to visit. Billed monthly. Cancel
          any time.
        </PageHeader>
        <BackofficeLink variant="secondary">Back office</BackofficeLink>
      </div>
      <BusinessPlanCards />
      <p className={classes.more}>
        New here? <Link to={paths.businessSignup()}>What’s in a listing and how it works</Link>
        <Link to={paths.loyalty()}>The Business Program</Link>
      </p>
      <BusinessFacts />
      <BusinessPrograms />
      <TrialBand />
      <BusinessPlanModalSlot closePath={paths.businessPlans()} />
    </Page>
  );
}
