import { Picture } from '#web/ui/pictures/picture.tsx';
import classes from '#web/ui/pictures/pictures.module.css';

/** Shows search results with a business and its map pin. */
export function ListingPicture() {
  return (
    <Picture>
      <path d="M28 150V34a12 12 0 0 1 12-12h160a12 12 0 0 1 12 12v116z" className={classes.paper} />
      <rect x="44" y="36" width="98" height="16" rx="8" className={classes.field} />
      <rect x="44" y="66" width="40" height="32" rx="6" className={classes.moss} />
      <path d="M56 88c0-8 5-12 15-12 0 8-5 12-14 12M54 91l8-8" className={classes.inked} />
      <path d="M94 74h42M94 84h30" className={classes.lines} />
      <rect x="94" y="91" width="34" height="9" rx="4.5" className={classes.sun} />
      <rect x="44" y="112" width="40" height="32" rx="6" className={classes.wall} />
      <path d="M94 120h36M94 130h42" className={classes.lines} />
      <Pin x={176} y={58} />
    </Picture>
  );
}

function Pin({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        d="M0 0a19 19 0 0 1 19 19c0 14-19 33-19 33S-19 33-19 19A19 19 0 0 1 0 0z"
        className={classes.coral}
      />
      <circle cx="0" cy="19" r="7" className={classes.onCoral} />
    </g>
  );
}
