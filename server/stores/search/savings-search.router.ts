import { publicProcedure, router } from '../../trpc.ts';
import { findNearestPlace } from '../place.service.ts';
import { nearestPlace, position, savingsResult, savingsSearch } from './savings-search.schema.ts';
import { searchSavings } from './savings-search.service.ts';

export const savingsRouter = router({
  /** Anybody searches; promotions for members alone are sent to members alone (DESIGN D32). */
  search: publicProcedure
    .meta({ limit: 'search' })
    .input(savingsSearch)
    .output(savingsResult)
    .query(async ({ ctx, input }) =>
      searchSavings(ctx.deps.searchDb, input, { isMember: await ctx.isMember(), now: ctx.deps.now() }),
    ),
  /** The ZIP code around which somebody stands; null far from all of them. */
  nearestPlace: publicProcedure
    .meta({ limit: 'search' })
    .input(position)
    .output(nearestPlace.nullable())
    .query(({ ctx, input }) => findNearestPlace(ctx.deps.searchDb, input)),
});
