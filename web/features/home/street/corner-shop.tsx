import { ShopFront } from './shop-front.tsx';
import classes from './street.module.css';

/** Shows a shop under a map pin, as decoration. */
export function CornerShop() {
  return (
    <svg viewBox="0 0 360 250" className={classes.street} aria-hidden="true">
      <ShopFront
        shop={{
          x: 92,
          width: 176,
          height: 166,
          wall: 'sand',
          stripes: 'spruce',
          sign: 'cup',
          windowCount: 3,
        }}
        groundY={234}
      />
      <rect y="234" width="360" height="16" rx="8" className={classes.pavement} />
      <path
        d="M180 14a34 34 0 0 1 34 34c0 24-34 54-34 54s-34-30-34-54a34 34 0 0 1 34-34z"
        className={classes.pin}
      />
      <path d="M167 49l9 9 18-19" className={classes.checkmark} />
      <g className={classes.lamp}>
        <path d="M304 234V150q0-12 12-12" />
        <circle cx="319" cy="142" r="7" className={classes.light} />
      </g>
      <path d="M50 230v-46M50 204l9-10" className={classes.trunk} />
      <path
        d="M34 196a15 15 0 0 1-3-29 17 17 0 0 1 16-25 17 17 0 0 1 25 13 15 15 0 0 1 3 28 12 12 0 0 1-16 12 14 14 0 0 1-25 1z"
        className={classes.crown}
      />
      <path d="M37 222h26l-3 14H40z" className={classes.planter} />
    </svg>
  );
}
