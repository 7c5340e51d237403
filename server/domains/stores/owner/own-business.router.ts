import { accountProcedure, router } from '../../../platform/trpc.ts';
import {
  descriptionInput,
  listingChange,
  ownBusiness,
  photoRemoval,
  photosInput,
  promotionsChange,
} from './own-business.schema.ts';
import {
  changeDescription,
  changeListing,
  changePromotions,
  getOwnBusiness,
  removeLogo,
  requireOwnBusiness,
} from './own-business.service.ts';
import { locationRemoval, ownLocationInput } from './own-location.schema.ts';
import { removeOwnLocation, saveOwnLocation } from './own-location.service.ts';
import { changePhotos, removePhoto } from './photo.service.ts';

/** Images are uploaded to /api/business/logo and /api/business/photos, because tRPC accepts only JSON. */
export const businessesRouter = router({
  /** Returns null if the account has no business. */
  mine: accountProcedure
    .output(ownBusiness.nullable())
    .query(({ ctx }) => getOwnBusiness(ctx.deps, ctx.account.id)),
  changeListing: accountProcedure
    .input(listingChange)
    .output(ownBusiness)
    .mutation(({ ctx, input }) => changeListing(ctx.deps, ctx.account.id, input)),
  /**
   * Replaces all promotions, at most once every 30 days. During a trial, only a few are allowed. The message
   * of PROMOTIONS_LOCKED contains the date of the next possible change.
   */
  changePromotions: accountProcedure
    .meta({ limit: 'promotions' })
    .input(promotionsChange)
    .output(ownBusiness)
    .mutation(({ ctx, input }) => changePromotions(ctx, input)),
  changeDescription: accountProcedure
    .input(descriptionInput)
    .output(ownBusiness)
    .mutation(({ ctx, input }) => changeDescription(ctx.deps, ctx.account.id, input.description)),
  /** Adds a location if the input has no id. */
  saveLocation: accountProcedure
    .input(ownLocationInput)
    .output(ownBusiness)
    .mutation(async ({ ctx: { deps, account }, input }) => {
      await saveOwnLocation(deps, account.id, input);
      return requireOwnBusiness(deps, account.id);
    }),
  removeLocation: accountProcedure
    .input(locationRemoval)
    .output(ownBusiness)
    .mutation(async ({ ctx: { deps, account }, input }) => {
      await removeOwnLocation(deps, account.id, input);
      return requireOwnBusiness(deps, account.id);
    }),
  changePhotos: accountProcedure
    .input(photosInput)
    .output(ownBusiness)
    .mutation(async ({ ctx: { deps, account }, input }) => {
      await changePhotos(deps, account.id, input.photos);
      return requireOwnBusiness(deps, account.id);
    }),
  removePhoto: accountProcedure
    .input(photoRemoval)
    .output(ownBusiness)
    .mutation(async ({ ctx: { deps, account }, input }) => {
      await removePhoto(deps, account.id, input.id);
      return requireOwnBusiness(deps, account.id);
    }),
  removeLogo: accountProcedure
    .output(ownBusiness)
    .mutation(({ ctx }) => removeLogo(ctx.deps, ctx.account.id)),
});
