import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { CarryPicture, ChoosePicture, ShowPicture } from '#web/ui/pictures/step-pictures.tsx';
import classes from './home-sections.module.css';

interface Step {
  title: string;
  text: ReactNode;
  picture: ReactNode;
}

const STEPS: readonly Step[] = [
  {
    title: 'Choose a plan',
    text: 'Individual for one person, Family for the household. Buy with an account, or as a guest.',
    picture: <ChoosePicture />,
  },
  {
    title: 'Carry your card',
    text: 'With an account, you open your card on your phone. A physical card is optional and comes by mail.',
    picture: <CarryPicture />,
  },
  {
    title: 'Show it and save',
    text: (
      <>
        Show the card at participating local and national businesses. They can check it on the spot.{' '}
        <Link to={paths.savings()}>Find businesses near you</Link>.
      </>
    ),
    picture: <ShowPicture />,
  },
];

export function HowItWorks() {
  return (
    <section id="how-it-works" className={classes.section} aria-labelledby="how-title">
      <h2 id="how-title">From sign-up to savings in three steps</h2>
      <ol className={classes.steps}>
        {STEPS.map(({ title, text, picture }) => (
          <li key={title}>
            {picture}
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
