import { publicProcedure, router } from '../../trpc.ts';
import { findNearestPlace } from '../place.service.ts';
import { nearestPlace, position, savingsResult, savingsSearch } from './savings-search.schema.ts';
import { searchSavings } from './savings-search.service.ts';

export const savingsRouter = router({
  /** Public; members-only promotions are sent only to members. */
  search: publicProcedure
    .meta({ limit: 'search' })
    .input(savingsSearch)
    .output(savingsResult)
    .query(async ({ ctx, input }) =>
      searchSavings(ctx.deps.searchDb, input, { isMember: await ctx.isMember(), now: ctx.deps.now() }),
    ),
  /** The ZIP code nearest to the visitor; null if none is close. */
  nearestPlace: publicProcedure
    .meta({ limit: 'search' })
    .input(position)
    .output(nearestPlace.nullable())
    .query(({ ctx, input }) => findNearestPlace(ctx.deps.searchDb, input)),
});
