import { DIRECT_PERCENT } from '#server/domains/affiliates/commissions/commission-rule.shared.ts';
import { INFLUENCER_FOLLOWERS, PAY_PER_POST } from '#server/lib/business-rules.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { FactsBand } from '#web/features/affiliates/facts-band.tsx';
import { FriendBand } from '#web/features/affiliates/friend-band.tsx';
import { HowReferralsWork } from '#web/features/affiliates/how-referrals-work.tsx';
import { OpportunityIntro } from '#web/features/affiliates/opportunity-intro.tsx';
import classes from '#web/features/catalog/business/business-info.module.css';
import { AffiliateModalSlot } from '#web/features/checkout/affiliate/affiliate-modal-slot.tsx';
import { Page } from '#web/ui/page/page-header.tsx';
import { FollowersPicture } from '#web/ui/pictures/role-pictures.tsx';

const FACTS = [
  { value: `${DIRECT_PERCENT}%`, label: 'of the sale value, on a buyer’s first payment' },
  { value: `Over ${INFLUENCER_FOLLOWERS}`, label: 'what we look for' },
  { value: `About ${PAY_PER_POST}`, label: 'per post' },
];

export function EducatorsFriendPage() {
  return (
    <Page width="wide">
      <OpportunityIntro
        title="Influencer"
        signup={{ to: paths.becomeInfluencer(), label: 'Become an Influencer' }}
        picture={<FollowersPicture />}
      >
        People follow you, and you tell them about a card that saves them money. We call our influencers
        Service Members.
      </OpportunityIntro>
      <FactsBand facts={FACTS} />
      <p className={classes.more}>What you earn depends on the sales you make.</p>
      <HowReferralsWork />
      <FriendBand />
      <AffiliateModalSlot closePath={paths.educatorsFriend()} parameter="signup" />
    </Page>
  );
}
