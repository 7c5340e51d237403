import { accountProcedure, router } from '../trpc.ts';
import { listingInput, ownBusiness, promotionsInput } from './own-business.schema.ts';
import { changeListing, changePromotions, getOwnBusiness, removeLogo } from './own-business.service.ts';

/** What an owner does with the listing; a logo is sent to PUT /api/business/logo. */
export const businessesRouter = router({
  /** Null where the account has no business. */
  mine: accountProcedure
    .output(ownBusiness.nullable())
    .query(({ ctx }) => getOwnBusiness(ctx.deps, ctx.account.id)),
  changeListing: accountProcedure
    .input(listingInput)
    .output(ownBusiness)
    .mutation(({ ctx, input }) => changeListing(ctx.deps, ctx.account.id, input)),
  /** All promotions as they shall be, every 30 days (SPEC section 9): PROMOTIONS_LOCKED says until when. */
  changePromotions: accountProcedure
    .input(promotionsInput)
    .output(ownBusiness)
    .mutation(({ ctx, input }) => changePromotions(ctx.deps, ctx.account.id, input.promotions)),
  removeLogo: accountProcedure
    .output(ownBusiness)
    .mutation(({ ctx }) => removeLogo(ctx.deps, ctx.account.id)),
});
