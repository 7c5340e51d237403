import { Picture } from './picture.tsx';
import classes from './pictures.module.css';

export function Person({ x, y, pose }: { x: number; y: number; pose: 'host' | 'guest' }) {
  return (
    <g transform={`translate(${x} ${y})`} className={classes[pose]}>
      <circle cx="0" cy="-8" r="10" />
      <path d="M-17 22a17 17 0 0 1 34 0z" />
    </g>
  );
}

/** Shows a phone with a post about the card, surrounded by followers. */
export function FollowersPicture() {
  return (
    <Picture>
      <rect x="20" y="14" width="86" height="160" rx="14" className={classes.phone} />
      <rect x="27" y="24" width="72" height="140" rx="8" className={classes.paper} />
      <g className={classes.host}>
        <circle cx="41" cy="38" r="7" />
      </g>
      <path d="M54 35h30M54 43h20" className={classes.lines} />
      <rect x="33" y="54" width="60" height="52" rx="6" className={classes.moss} />
      <g className={classes.cardB} transform="rotate(-8 63 80)">
        <rect x="41" y="65" width="44" height="30" rx="5" />
        <path d="M47 81h16M47 87h10" />
      </g>
      <path
        d="M40 129c-6-4-8-7-8-10a4.500 4.500 0 0 1 8-2.500 4.500 4.500 0 0 1 8 2.500c0 3-2 6-8 10z"
        className={classes.coral}
      />
      <path d="M56 120h34M34 140h52" className={classes.lines} />
      <path d="M110 78l30-30M112 84h34M110 92l30 26" className={classes.ties} />
      <Person x={166} y={42} pose="guest" />
      <Person x={208} y={58} pose="host" />
      <Person x={172} y={88} pose="host" />
      <Person x={212} y={110} pose="guest" />
      <Person x={170} y={134} pose="guest" />
    </Picture>
  );
}

/** Shows a teacher in front of a class, with the card on the board. */
export function LessonPicture() {
  return (
    <Picture>
      <rect x="64" y="14" width="150" height="86" rx="8" className={classes.counter} />
      <rect x="71" y="21" width="136" height="72" rx="4" className={classes.phone} />
      <g className={classes.cardA}>
        <rect x="84" y="34" width="52" height="35" rx="6" />
        <path d="M91 53h22M91 61h14" />
      </g>
      <path d="M150 38h42M150 50h34M150 62h42M84 81h70" className={classes.inked} />
      <g transform="translate(38 92) scale(1.5)" className={classes.guest}>
        <circle cx="0" cy="-8" r="10" />
        <path d="M-17 22a17 17 0 0 1 34 0z" />
      </g>
      <path d="M54 104l34-34" className={classes.shackle} />
      {[96, 135, 174, 213].map((x, index) => (
        <Person key={x} x={x} y={132} pose={index % 2 ? 'guest' : 'host'} />
      ))}
    </Picture>
  );
}
