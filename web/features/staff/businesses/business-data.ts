import type { RouterOutputs } from '#web/lib/trpc.ts';

export type Business = RouterOutputs['staff']['businesses']['find'];
export type BusinessLocation = RouterOutputs['staff']['businesses']['locations']['locations'][number];
export type BusinessPromotion = Business['promotions'][number];

/** Returns whether the business is listed, and whether staff decided that. */
export function describeListing({ isListed, staffListing }: Business): string {
  if (isListed) return staffListing === 'shown' ? 'Listed by staff' : 'Listed';
  return staffListing === 'hidden' ? 'Hidden by staff' : 'Not listed';
}
