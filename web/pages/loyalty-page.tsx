import { Link } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import classes from '#web/features/catalog/business/business-info.module.css';
import { SharingPicture } from '#web/features/catalog/business/business-pictures.tsx';
import { LoyaltySection } from '#web/features/catalog/business/loyalty-section.tsx';
import { WebinarBand } from '#web/features/catalog/business/webinar-band.tsx';
import { AffiliateModalSlot } from '#web/features/checkout/affiliate/affiliate-modal-slot.tsx';
import { opensModal } from '#web/lib/history-state.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';
import layout from '#web/ui/styles/layout.module.css';

export function LoyaltyPage() {
  return (
    <Page width="wide">
      <div className={classes.top}>
        <div>
          <PageHeader title="Business Program">
            The loyalty program for businesses: tell your customers and your employees about Everything Card.
            It’s free to join, and you don’t need a plan.
          </PageHeader>
          <div className={layout.row}>
            <ButtonLink to={paths.joinLoyalty()} state={opensModal} size="lg">
              Join our Business Loyalty Program
            </ButtonLink>
            <ButtonLink to={paths.webinar()} variant="secondary" size="lg">
              Watch the webinar
            </ButtonLink>
          </div>
        </div>
        <SharingPicture />
      </div>
      <LoyaltySection />
      <p className={classes.more}>
        <Link to={paths.businessPlans()}>Compare all business plans</Link>
        <Link to={paths.businessSignup()}>What’s in a listing and how it works</Link>
      </p>
      <WebinarBand />
      <AffiliateModalSlot closePath={paths.loyalty()} parameter="signup" />
    </Page>
  );
}
