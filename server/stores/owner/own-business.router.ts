import { accountProcedure, router } from '../../trpc.ts';
import { listingInput, ownBusiness, promotionsInput } from './own-business.schema.ts';
import { changeListing, changePromotions, getOwnBusiness, removeLogo } from './own-business.service.ts';

/** Logos are uploaded to PUT /api/business/logo instead. */
export const businessesRouter = router({
  /** Null if the account has no business. */
  mine: accountProcedure
    .output(ownBusiness.nullable())
    .query(({ ctx }) => getOwnBusiness(ctx.deps, ctx.account.id)),
  changeListing: accountProcedure
    .input(listingInput)
    .output(ownBusiness)
    .mutation(({ ctx, input }) => changeListing(ctx.deps, ctx.account.id, input)),
  /** Replaces all promotions, once every 30 days; a few during a trial. PROMOTIONS_LOCKED says when the next change is possible. */
  changePromotions: accountProcedure
    .meta({ limit: 'promotions' })
    .input(promotionsInput)
    .output(ownBusiness)
    .mutation(({ ctx, input }) => changePromotions(ctx, input.promotions)),
  removeLogo: accountProcedure
    .output(ownBusiness)
    .mutation(({ ctx }) => removeLogo(ctx.deps, ctx.account.id)),
});
