import { BRAND_MARK } from '#server/platform/media/brand-mark.shared.ts';
import classes from './logo.module.css';

const { size, card, lines, sun, stripes } = BRAND_MARK;

export function LogoMark() {
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className={classes.mark} aria-hidden="true" focusable="false">
      <rect
        x={card.x}
        y={card.y}
        width={card.width}
        height={card.height}
        rx={card.radius}
        className={classes.card}
      />
      <path d={lines.path} className={classes.lines} />
      <circle cx={sun.x} cy={sun.y} r={sun.radius} className={classes.bright} />
      {stripes.map((stripe, index) => (
        <path key={stripe} d={stripe} className={index % 2 === 0 ? classes.bright : classes.pale} />
      ))}
    </svg>
  );
}

export function Logo() {
  return (
    <span className={classes.logo}>
      <LogoMark />
      <span>Everything Card</span>
    </span>
  );
}
