import { z } from 'zod';
import { accountProcedure, router } from '../../../platform/trpc.ts';
import { linkInput, referralLinks, referralWeeks, weeksInput } from './referral-link.schema.ts';
import { addLink, listLinks, readWeeks, removeLink } from './referral-link.service.ts';

export const referralLinksRouter = router({
  /** Returns the newest links first. */
  list: accountProcedure.output(referralLinks).query(({ ctx }) => listLinks(ctx.deps, ctx.account.id)),
  add: accountProcedure
    .input(linkInput)
    .output(z.void())
    .mutation(({ ctx, input }) => addLink(ctx.deps, ctx.account.id, input.name)),
  remove: accountProcedure
    .input(linkInput)
    .output(z.void())
    .mutation(({ ctx, input }) => removeLink(ctx.deps, ctx.account.id, input.name)),
  /** The last 12 weeks, oldest first. */
  weeks: accountProcedure
    .input(weeksInput)
    .output(referralWeeks)
    .query(({ ctx, input }) => readWeeks(ctx.deps, ctx.account.id, input.link)),
});
