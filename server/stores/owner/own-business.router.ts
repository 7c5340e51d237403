import { accountProcedure, router } from '../../trpc.ts';
import { listingInput, ownBusiness, promotionsInput } from './own-business.schema.ts';
import { changeListing, changePromotions, getOwnBusiness, removeLogo } from './own-business.service.ts';

/** Logos are uploaded to PUT /api/business/logo, because tRPC accepts only JSON. */
export const businessesRouter = router({
  /** Returns null if the account has no business. */
  mine: accountProcedure
    .output(ownBusiness.nullable())
    .query(({ ctx }) => getOwnBusiness(ctx.deps, ctx.account.id)),
  changeListing: accountProcedure
    .input(listingInput)
    .output(ownBusiness)
    .mutation(({ ctx, input }) => changeListing(ctx.deps, ctx.account.id, input)),
  /**
   * Replaces all promotions, at most once every 30 days. During a trial, only a few are allowed. The message
   * of PROMOTIONS_LOCKED contains the date of the next possible change.
   */
  changePromotions: accountProcedure
    .meta({ limit: 'promotions' })
    .input(promotionsInput)
    .output(ownBusiness)
    .mutation(({ ctx, input }) => changePromotions(ctx, input.promotions)),
  removeLogo: accountProcedure
    .output(ownBusiness)
    .mutation(({ ctx }) => removeLogo(ctx.deps, ctx.account.id)),
});
