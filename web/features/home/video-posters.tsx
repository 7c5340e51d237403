import type { ReactNode } from 'react';
import classes from '#web/features/webinar/webinar-poster.module.css';

interface PosterProps {
  children: ReactNode;
}

function Poster({ children }: PosterProps) {
  return (
    <svg
      viewBox="0 0 640 360"
      className={classes.poster}
      aria-hidden="true"
      preserveAspectRatio="xMidYMid slice"
    >
      <rect width="640" height="360" className={classes.sky} />
      {children}
    </svg>
  );
}

function Person({ x, y, kind }: { x: number; y: number; kind: 'host' | 'guest' }) {
  return (
    <g transform={`translate(${x} ${y})`} className={classes[kind]}>
      <circle cy="-22" r="26" />
      <path d="M-40 84V48a40 40 0 0 1 80 0v36z" />
    </g>
  );
}

/** Shows a couple with a card in front of their house. */
export function HouseholdPoster() {
  return (
    <Poster>
      <circle cx="104" cy="84" r="42" className={classes.sun} />
      <path d="M348 150L472 62l124 88z" className={classes.dark} />
      <rect x="372" y="150" width="200" height="134" className={classes.wall} />
      <rect x="396" y="176" width="64" height="54" rx="4" className={classes.glass} />
      <rect x="490" y="184" width="54" height="100" rx="4" className={classes.door} />
      <rect y="284" width="640" height="76" className={classes.street} />
      <Person x={112} y={214} kind="host" />
      <Person x={214} y={214} kind="guest" />
      <g transform="translate(258 128) rotate(-8)">
        <rect width="116" height="74" rx="10" className={classes.card} />
        <path d="M16 50h42M16 61h24" className={classes.strokes} />
      </g>
    </Poster>
  );
}

/** Shows a customer who presents a card at a shop's counter. */
export function CounterPoster() {
  return (
    <Poster>
      {[40, 96, 152, 208, 264, 320, 376, 432, 488, 544].map((x, index) => (
        <path
          key={x}
          d={`M${x} 0h56v62a28 28 0 0 1-56 0z`}
          className={index % 2 ? classes.light : classes.dark}
        />
      ))}
      <Person x={476} y={186} kind="host" />
      <Person x={148} y={186} kind="guest" />
      <path d="M352 272l14-92a10 10 0 0 1 10-8h64a10 10 0 0 1 10 8l14 92z" className={classes.glass} />
      <rect y="262" width="640" height="98" className={classes.door} />
      <g transform="translate(206 182) rotate(-12)">
        <rect width="116" height="74" rx="10" className={classes.card} />
        <path d="M16 50h42M16 61h24" className={classes.strokes} />
      </g>
    </Poster>
  );
}
