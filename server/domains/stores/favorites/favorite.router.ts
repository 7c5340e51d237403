import { z } from 'zod';
import { accountProcedure, router } from '../../../platform/trpc.ts';
import { deleteFavorite } from './favorite.repository.ts';
import { favorite, favoriteInput } from './favorite.schema.ts';
import { addFavorite, listFavorites } from './favorite.service.ts';

export const favoritesRouter = router({
  list: accountProcedure
    .output(z.array(favorite))
    .query(({ ctx: { deps, account } }) => listFavorites(deps.db, account.id, deps.now())),
  /** Throws MEMBERS_ONLY if the caller isn't a member. */
  add: accountProcedure
    .input(favoriteInput)
    .output(z.void())
    .mutation(({ ctx, input }) => addFavorite(ctx, input.businessId)),
  /** Does nothing if the business isn't a favorite. */
  remove: accountProcedure
    .input(favoriteInput)
    .output(z.void())
    .mutation(({ ctx: { deps, account }, input }) =>
      deleteFavorite(deps.db, { accountId: account.id, ...input }),
    ),
});
