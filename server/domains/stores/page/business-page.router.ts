import { AppError } from '../../../lib/errors.ts';
import type { Context } from '../../../platform/context.ts';
import { publicProcedure, router } from '../../../platform/trpc.ts';
import { isFavorite } from '../favorites/favorite.repository.ts';
import { businessPage, businessPageInput } from './business-page.schema.ts';
import { getBusinessPage } from './business-page.service.ts';

const isOwnFavorite = async ({ deps, account }: Context, businessId: string) =>
  account !== null && isFavorite(deps.db, { accountId: account.id, businessId });

export const businessPageRouter = router({
  /** Open to visitors. Throws NOT_FOUND for a business that isn't listed. */
  business: publicProcedure
    .meta({ limit: 'search' })
    .input(businessPageInput)
    .output(businessPage)
    .query(async ({ ctx, input }) => {
      const viewer = { isMember: await ctx.isMember(), now: ctx.deps.now() };
      const page = await ctx.deps.reader.find('search', (db) => getBusinessPage(db, input, viewer));
      if (!page) throw new AppError('NOT_FOUND');
      return { ...page, isFavorite: await isOwnFavorite(ctx, page.id) };
    }),
});
