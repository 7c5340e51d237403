import type { ReactNode } from 'react';
import type { BusinessTerms } from '#server/domains/catalog/plan.schema.ts';
import { AUDIENCE_SIZE } from '#server/lib/business-rules.ts';
import classes from './business-info.module.css';
import { PresentationPicture, SharingPicture, SocialPicture } from './business-pictures.tsx';
import { useBusinessPlans } from './use-business-plans.ts';

export type Program = keyof Pick<BusinessTerms, 'loyalty' | 'socialMedia' | 'presentation'>;

const PROGRAMS: readonly { program: Program; title: string; text: string; picture: ReactNode }[] = [
  {
    program: 'loyalty',
    title: 'Sharing program',
    text: 'You recommend memberships to your customers and partners. For US persons. You’ll need a W-9.',
    picture: <SharingPicture />,
  },
  {
    program: 'socialMedia',
    title: 'Social media program',
    text: 'Posts about your business and its promotions. You tell us what you want to be known for.',
    picture: <SocialPicture />,
  },
  {
    program: 'presentation',
    title: 'Presentation program',
    text: `We present your business to up to ${AUDIENCE_SIZE} a year, at times we arrange with your contact.`,
    picture: <PresentationPicture />,
  },
];

/** The catalog decides which plans include each program. */
export function BusinessPrograms() {
  return (
    <section className={classes.section} aria-labelledby="programs-title">
      <h2 id="programs-title">Programs that spread the word</h2>
      <ul className={classes.programs}>
        {PROGRAMS.map(({ program, title, text, picture }) => (
          <li key={program}>
            {picture}
            <h3>{title}</h3>
            <p>{text}</p>
            <IncludingPlans program={program} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function IncludingPlans({ program }: { program: Program }) {
  const plans = useBusinessPlans();
  const titles = plans.data?.flatMap(({ plan, terms }) => (terms[program] ? [plan.copy.title] : [])) ?? [];
  // Rendered before the plans have loaded, so that the layout doesn't shift.
  return <p className={classes.within}>{titles.length > 0 ? `In ${titles.join(' and ')}` : null}</p>;
}
