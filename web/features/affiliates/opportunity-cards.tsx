import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  DIRECT_PERCENT,
  DOWNLINE_PERCENT,
} from '#server/domains/affiliates/commissions/commission-rule.shared.ts';
import { INFLUENCER_FOLLOWERS, PAY_PER_POST } from '#server/lib/business-rules.ts';
import { paths, type SignupType } from '#server/lib/pages.shared.ts';
import planClasses from '#web/features/catalog/plan-card.module.css';
import { PlanPoints } from '#web/features/catalog/plan-card.tsx';
import { opensModal } from '#web/lib/history-state.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { FriendPicture } from '#web/ui/pictures/affiliate-pictures.tsx';
import { FollowersPicture, LessonPicture } from '#web/ui/pictures/role-pictures.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import classes from './opportunities.module.css';
import { useFriendBonus } from './use-friend-bonus.ts';

interface Opportunity {
  type: SignupType;
  title: string;
  audience: string;
  picture: ReactNode;
  /** An amount or a percentage. `commissionBasis` says what it is paid for. */
  commission: ReactNode;
  commissionBasis: string;
  points: readonly string[];
  learnMorePath: string;
}

/** The role 'influencer' appears on screen as "Service Member". */
export function OpportunityCards() {
  const opportunities: readonly Opportunity[] = [
    {
      type: 'friend',
      title: 'Friend',
      audience: 'You tell people you know about the card.',
      picture: <FriendPicture />,
      commission: useFriendBonus(),
      commissionBasis: 'when someone you refer joins',
      points: ['Once per person, on their first paid purchase', 'Your own link and code'],
      learnMorePath: paths.educatorsFriend(),
    },
    {
      type: 'influencer',
      title: 'Service Member',
      audience: 'You tell the people who follow you.',
      picture: <FollowersPicture />,
      commission: `${DIRECT_PERCENT}%`,
      commissionBasis: 'of the sale value, as a referral bonus',
      points: [`For people with over ${INFLUENCER_FOLLOWERS}`, `About ${PAY_PER_POST} per post`],
      learnMorePath: paths.educatorsFriend(),
    },
    {
      type: 'rep',
      title: 'Educator',
      audience: 'You explain the card to people, groups, and businesses.',
      picture: <LessonPicture />,
      commission: `${DIRECT_PERCENT}%`,
      commissionBasis: 'of revenue from cards sold',
      points: [
        `Plus ${DOWNLINE_PERCENT}% of downline sales, made by people you bring in`,
        'Your own link and code',
      ],
      learnMorePath: paths.educatorsRepresentative(),
    },
  ];
  return (
    <div className={classes.cards}>
      {opportunities.map((opportunity) => (
        <OpportunityCard key={opportunity.type} opportunity={opportunity} />
      ))}
    </div>
  );
}

function OpportunityCard({ opportunity }: { opportunity: Opportunity }) {
  const { type, title, audience, picture, commission, commissionBasis, points, learnMorePath } = opportunity;
  return (
    <article className={classes.card} aria-labelledby={`opportunity-${type}`}>
      {picture}
      <div className={`${layout.cardBody} ${classes.body}`}>
        <h2 id={`opportunity-${type}`}>{title}</h2>
        <p className={classes.who}>{audience}</p>
        <p className={classes.earns}>
          {/* Always rendered, so that the layout doesn't shift when the bonus loads. */}
          <strong>{commission}</strong>
          <span>{commissionBasis}</span>
        </p>
        <PlanPoints points={points} />
        <div className={planClasses.actions}>
          <ButtonLink to={paths.educatorSignup(type)} state={opensModal} fullWidth>
            Sign up<VisuallyHidden> as {title}</VisuallyHidden>
          </ButtonLink>
          <Link to={learnMorePath} className={planClasses.more}>
            Learn more<VisuallyHidden> about {title}</VisuallyHidden>
          </Link>
        </div>
      </div>
    </article>
  );
}
