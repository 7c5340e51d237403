import { Link } from 'react-router';
import {
  DIRECT_PERCENT,
  DOWNLINE_PERCENT,
} from '#server/domains/affiliates/commissions/commission-rule.shared.ts';
import { INFLUENCER_FOLLOWERS } from '#server/lib/business-rules.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { opensModal } from '#web/lib/history-state.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { FollowersPicture, LessonPicture } from '#web/ui/pictures/role-pictures.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from './home-sections.module.css';

const ROLES = [
  {
    title: 'Influencers',
    text: `You have over ${INFLUENCER_FOLLOWERS}. Tell them about the card, and earn ${DIRECT_PERCENT}% of the sale value.`,
    picture: <FollowersPicture />,
    infoPath: paths.educatorsFriend(),
  },
  {
    title: 'Educators',
    text: `You explain the card to people and groups. Earn ${DIRECT_PERCENT}% of revenue from cards sold, plus ${DOWNLINE_PERCENT}% of downline sales.`,
    picture: <LessonPicture />,
    infoPath: paths.educatorsRepresentative(),
  },
];

export function OpportunitiesSection() {
  return (
    <div className={classes.band}>
      <section className={classes.section} aria-labelledby="opportunities-title">
        <h2 id="opportunities-title">Do people listen to you?</h2>
        <p className={`${layout.lead} ${classes.lead}`}>
          Recommend the card with your own link, and see what each sale earns you.
        </p>
        <ul className={classes.steps}>
          {ROLES.map(({ title, text, picture, infoPath }) => (
            <li key={title}>
              {picture}
              <h3>{title}</h3>
              <p>
                {text} <Link to={infoPath}>Learn more about {title.toLowerCase()}</Link>
              </p>
            </li>
          ))}
        </ul>
        <div className={`${layout.row} ${classes.splitActions}`}>
          <ButtonLink to={paths.educators()} variant="secondary">
            See the service opportunities
          </ButtonLink>
          <ButtonLink to={paths.requestInformation()} state={opensModal} variant="quiet">
            Request information
          </ButtonLink>
        </div>
      </section>
    </div>
  );
}
