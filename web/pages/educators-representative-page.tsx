import {
  DIRECT_PERCENT,
  DOWNLINE_PERCENT,
} from '#server/domains/affiliates/commissions/commission-rule.shared.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { DownlineSection } from '#web/features/affiliates/downline-section.tsx';
import { FactsBand } from '#web/features/affiliates/facts-band.tsx';
import { HowReferralsWork } from '#web/features/affiliates/how-referrals-work.tsx';
import { OpportunityIntro } from '#web/features/affiliates/opportunity-intro.tsx';
import { AffiliateModalSlot } from '#web/features/checkout/affiliate/affiliate-modal-slot.tsx';
import { Page } from '#web/ui/page/page-header.tsx';
import { LessonPicture } from '#web/ui/pictures/role-pictures.tsx';

const FACTS = [
  { value: `${DIRECT_PERCENT}%`, label: 'of revenue from cards sold' },
  { value: `${DOWNLINE_PERCENT}%`, label: 'of downline sales' },
  { value: 'Every payment', label: 'counts, including renewals' },
];

export function EducatorsRepresentativePage() {
  return (
    <Page width="wide">
      <OpportunityIntro
        title="Educators"
        signup={{ to: paths.becomeEducator(), label: 'Become an Educator' }}
        picture={<LessonPicture />}
      >
        Educators and representatives explain the card to people, groups, and businesses, and bring in others
        who do the same.
      </OpportunityIntro>
      <FactsBand facts={FACTS} />
      <DownlineSection />
      <HowReferralsWork />
      <AffiliateModalSlot closePath={paths.educatorsRepresentative()} parameter="signup" />
    </Page>
  );
}
