import { type Shop, ShopFront } from './shop-front.tsx';
import classes from './street.module.css';

const SHOPS: readonly Shop[] = [
  { x: 0, width: 132, height: 128, wall: 'clay', stripes: 'pale', sign: 'leaf', windowCount: 2 },
  { x: 140, width: 156, height: 168, wall: 'moss', stripes: 'marigold', sign: 'cup', windowCount: 3 },
  { x: 304, width: 118, height: 118, wall: 'sand', stripes: 'spruce', sign: 'scissors', windowCount: 2 },
  { x: 430, width: 168, height: 184, wall: 'brick', stripes: 'pale', sign: 'tooth', windowCount: 3 },
  { x: 606, width: 136, height: 132, wall: 'mist', stripes: 'coral', sign: 'ticket', windowCount: 2 },
  { x: 750, width: 160, height: 172, wall: 'sand', stripes: 'spruce', sign: 'wrench', windowCount: 3 },
  { x: 918, width: 124, height: 122, wall: 'moss', stripes: 'pale', sign: 'paw', windowCount: 2 },
  { x: 1050, width: 150, height: 156, wall: 'clay', stripes: 'marigold', sign: 'house', windowCount: 3 },
];

/** Shows a main street by day, as decoration. In dark mode it is night, and the windows are lit. */
export function Street() {
  return (
    <svg
      viewBox="0 0 1200 220"
      preserveAspectRatio="xMidYMax slice"
      className={classes.street}
      aria-hidden="true"
    >
      {SHOPS.map((shop) => (
        <ShopFront key={shop.x} shop={shop} groundY={200} />
      ))}
      <rect y="200" width="1200" height="20" className={classes.pavement} />
      {[136, 426, 746, 1046].map((x) => (
        <g key={x} className={classes.lamp}>
          <path d={`M${x} 200V134q0-10 10-10`} />
          <circle cx={x + 13} cy="128" r="6" className={classes.light} />
        </g>
      ))}
      {[300, 602, 914].map((x) => (
        <g key={x}>
          <path d={`M${x} 196v-40M${x} 172l8-9`} className={classes.trunk} />
          <path
            d={`M${x - 15} 166a13 13 0 0 1-3-25 15 15 0 0 1 14-22 15 15 0 0 1 22 11 13 13 0 0 1 3 25 11 11 0 0 1-14 10 12 12 0 0 1-22 1z`}
            className={classes.crown}
          />
          <path d={`M${x - 12} 190h24l-3 14h-18z`} className={classes.planter} />
        </g>
      ))}
    </svg>
  );
}
