import { DIRECT_PERCENT, DOWNLINE_PERCENT } from '#server/affiliates/commission-rule.ts';
import { DownlineSection } from '#web/features/affiliates/downline-section.tsx';
import { FiguresBand } from '#web/features/affiliates/figures-band.tsx';
import { HowReferralsWork } from '#web/features/affiliates/how-referrals-work.tsx';
import { LessonPicture } from '#web/features/affiliates/role-pictures.tsx';
import classes from '#web/features/catalog/business/business-info.module.css';
import { AffiliateModalSlot } from '#web/features/checkout/affiliate/affiliate-modal-slot.tsx';
import { opensModal } from '#web/lib/history-state.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page-header.tsx';

const FIGURES = [
  { figure: `${DIRECT_PERCENT}%`, text: 'of revenue from cards sold' },
  { figure: `${DOWNLINE_PERCENT}%`, text: 'of downline sales' },
  { figure: 'Every payment', text: 'counts, renewals too' },
];

/** /educators/representative: about educators and representatives, and the way to be one (SPEC section 2). */
export function EducatorsRepresentativePage() {
  return (
    <Page width="wide">
      <div className={classes.top}>
        <div>
          <PageHeader title="Educators">
            Educators and representatives explain the card to people, groups and businesses, and bring in
            others who do the same.
          </PageHeader>
          <div className={classes.actions}>
            <ButtonLink to={paths.becomeEducator()} state={opensModal} size="lg">
              Become an Educator
            </ButtonLink>
            <ButtonLink to={paths.educators()} variant="secondary" size="lg">
              See all three ways
            </ButtonLink>
          </div>
        </div>
        <LessonPicture />
      </div>
      <FiguresBand figures={FIGURES} />
      <DownlineSection />
      <HowReferralsWork />
      <AffiliateModalSlot beneath={paths.educatorsRepresentative()} parameter="signup" />
    </Page>
  );
}
