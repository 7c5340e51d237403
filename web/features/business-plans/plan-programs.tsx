import { Fact, Facts } from '#web/features/memberships/facts.tsx';
import classes from './own-plan.module.css';
import { listSocialHandles, type OwnPlanData, PRESENT_AGAIN_LABELS } from './plan-text.ts';

type Programs = OwnPlanData['programs'];

export function PlanPrograms({ programs: { loyalty, socialMedia, presentation } }: { programs: Programs }) {
  if (!loyalty && socialMedia === null && presentation === null) return null;
  return (
    <section aria-labelledby="own-plan-programs" className={classes.part}>
      <h4 id="own-plan-programs">Programs</h4>
      <Facts>
        {loyalty ? <Fact name="Sharing program">You’re in</Fact> : null}
        {socialMedia === null ? null : <SocialMedia socialMedia={socialMedia} />}
        {presentation === null ? null : <Presentation presentation={presentation} />}
      </Facts>
    </section>
  );
}

function SocialMedia({ socialMedia }: { socialMedia: NonNullable<Programs['socialMedia']> }) {
  const handles = listSocialHandles(socialMedia);
  const { socialMediaInfo } = socialMedia;
  return (
    <>
      <Fact name="Social media">
        {handles.length === 0 ? (
          'You’re in'
        ) : (
          <ul>
            {handles.map(({ name, handle }) => (
              <li key={name} className={classes.handle}>
                {name}: {handle}
              </li>
            ))}
          </ul>
        )}
      </Fact>
      {socialMediaInfo === null ? null : (
        <Fact name="About your business">
          <span className={classes.text}>{socialMediaInfo}</span>
        </Fact>
      )}
    </>
  );
}

function Presentation({ presentation }: { presentation: NonNullable<Programs['presentation']> }) {
  const { presentationContactName, presentationContactEmail, presentationTime, presentationFuture } =
    presentation;
  return (
    <>
      <Fact name="Presentation contact">
        <span className={classes.handle}>
          {presentationContactName}
          <br />
          {presentationContactEmail}
        </span>
      </Fact>
      {presentationTime === null ? null : <Fact name="Best time">{presentationTime}</Fact>}
      <Fact name="Future presentations">{PRESENT_AGAIN_LABELS[presentationFuture]}</Fact>
    </>
  );
}
