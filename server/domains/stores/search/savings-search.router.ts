import { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import { publicProcedure, router } from '../../../platform/trpc.ts';
import { countShown } from '../figures/figure.service.ts';
import { findNearestPlace } from '../place.service.ts';
import { storePromotions, storePromotionsInput } from '../promotion.schema.ts';
import { nearbyOffers, nearbyOffersInput } from './nearby-offers.schema.ts';
import { findOffersNear } from './nearby-offers.service.ts';
import { nearestPlace, position, savingsResult, savingsSearch } from './savings-search.schema.ts';
import { listStorePromotions, type SearchViewer, searchSavings } from './savings-search.service.ts';

async function getViewer(ctx: Context): Promise<SearchViewer> {
  return { isMember: await ctx.isMember(), now: ctx.deps.now() };
}

export const savingsRouter = router({
  /**
   * Open to visitors. The result contains each store's number of promotions and first headline. Other details
   * are requested separately (D64).
   */
  search: publicProcedure
    .meta({ limit: 'search' })
    .input(savingsSearch)
    .output(savingsResult)
    .query(async ({ ctx, input }) => {
      const viewer = await getViewer(ctx);
      const onFound: SearchViewer['onFound'] = (stores) => countShown(ctx, stores);
      return ctx.deps.reader.read('search', (db) => searchSavings(db, input, { ...viewer, onFound }));
    }),
  /** Open to visitors. Only members receive members-only promotions. */
  promotions: publicProcedure
    .input(storePromotionsInput)
    .output(z.array(storePromotions))
    .query(async ({ ctx, input }) => {
      const viewer = await getViewer(ctx);
      return ctx.deps.reader.read('search', (db) => listStorePromotions(db, input.storeIds, viewer));
    }),
  /** Open to visitors. Returns the offers of the nearest businesses; members-only ones only to members. */
  offersNear: publicProcedure
    .meta({ limit: 'search' })
    .input(nearbyOffersInput)
    .output(nearbyOffers)
    .query(async ({ ctx, input }) => {
      const viewer = await getViewer(ctx);
      return ctx.deps.reader.read('search', (db) => findOffersNear(db, input.zip, viewer));
    }),
  /** Returns the ZIP code nearest to the visitor, or null if there is none nearby. */
  nearestPlace: publicProcedure
    .meta({ limit: 'search' })
    .input(position)
    .output(nearestPlace.nullable())
    .query(({ ctx, input }) => ctx.deps.reader.read('search', (db) => findNearestPlace(db, input))),
});
