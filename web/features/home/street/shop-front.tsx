import type { ReactNode } from 'react';
import classes from './street.module.css';

export interface Shop {
  x: number;
  width: number;
  height: number;
  wall: 'clay' | 'moss' | 'sand' | 'brick' | 'mist';
  stripes: 'pale' | 'marigold' | 'spruce' | 'coral';
  sign: keyof typeof SIGNS;
  windowCount: number;
}

/** Symbols for the kinds of shops, drawn on a 24 by 24 grid. */
const SIGNS = {
  leaf: <path d="M5 19C5 9 11 5 20 5c0 9-4 14-13 14M5 19l8-8" />,
  cup: <path d="M5 9h11v5a5 5 0 0 1-5 5h-1a5 5 0 0 1-5-5zM16 11h2a2 2 0 0 1 0 4h-2M8 3v3M12 3v3" />,
  scissors: (
    <path d="M7 7l11 11M18 6L7 17M7 7a2 2 0 1 1-3-2 2 2 0 0 1 3 2zM7 17a2 2 0 1 0-3 2 2 2 0 0 0 3-2z" />
  ),
  tooth: <path d="M8 4c2 0 2 1 4 1s2-1 4-1c3 0 4 3 3 6-1 2-1 9-3 9s-1-6-4-6-2 6-4 6-2-7-3-9c-1-3 0-6 3-6z" />,
  ticket: <path d="M4 8h16v3a1.500 1.500 0 0 0 0 3v3H4v-3a1.500 1.500 0 0 0 0-3zM14 8v9" />,
  wrench: <path d="M14 4a5 5 0 0 0-3 7l-7 7 2 2 7-7a5 5 0 0 0 7-5l-3 2-3-3z" />,
  paw: <path d="M12 12c3 0 5 3 5 5s-2 2-5 2-5 0-5-2 2-5 5-5zM5 11v1M9 6v2M15 6v2M19 11v1" />,
  house: <path d="M4 11l8-7 8 7M6 10v9h12v-9M10 19v-5h4v5" />,
} satisfies Record<string, ReactNode>;

const STORY_HEIGHT = 86;
const STRIPE_WIDTH = 12;

export function ShopFront({ shop, groundY }: { shop: Shop; groundY: number }) {
  const { x, width, height, wall, stripes, sign, windowCount } = shop;
  const top = groundY - height;
  const shopTop = groundY - STORY_HEIGHT;
  const stripeCount = Math.floor((width - 8) / STRIPE_WIDTH);
  const firstStripe = x + (width - stripeCount * STRIPE_WIDTH) / 2;
  const windowGap = (width - windowCount * 22) / (windowCount + 1);
  const hasUpperFloor = height > STORY_HEIGHT + 40;

  return (
    <g>
      <rect x={x} y={top} width={width} height={height} rx="3" className={classes[wall]} />
      <rect x={x - 3} y={top - 5} width={width + 6} height="10" rx="3" className={classes[wall]} />
      <rect x={x - 3} y={top - 5} width={width + 6} height="10" rx="3" className={classes.shade} />
      {hasUpperFloor &&
        Array.from({ length: windowCount }, (_, index) => x + windowGap + index * (22 + windowGap)).map(
          (left) => (
            <rect key={left} x={left} y={top + 18} width="22" height="30" rx="3" className={classes.window} />
          ),
        )}
      <rect x={x + 8} y={shopTop + 30} width={width - 50} height="44" rx="3" className={classes.window} />
      <rect x={x + width - 36} y={shopTop + 28} width="26" height="58" rx="3" className={classes.door} />
      <g data-stripes={stripes} className={classes.stripes}>
        {Array.from({ length: stripeCount }, (_, index) => firstStripe + index * STRIPE_WIDTH).map((left) => (
          <path key={left} d={`M${left} ${shopTop + 4}h12v18a6 6 0 0 1-12 0z`} />
        ))}
      </g>
      <g
        transform={`translate(${x + 8 + (width - 50) / 2 - 16} ${shopTop + 37}) scale(1.33)`}
        className={classes.sign}
      >
        {SIGNS[sign]}
      </g>
    </g>
  );
}
