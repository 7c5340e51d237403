import { z } from 'zod';
import { accountProcedure, publicProcedure, router } from '../../../platform/trpc.ts';
import { countActionInput, weekFigures } from './figure.schema.ts';
import { countAction, listOwnFigures } from './figure.service.ts';

export const actionCountRouter = router({
  /** Open to visitors. Stores nothing about the caller. */
  countAction: publicProcedure
    .input(countActionInput)
    .output(z.void())
    .mutation(({ ctx, input }) => countAction(ctx, input.slug, input.action)),
});

export const ownFiguresRouter = router({
  /** Returns the last weeks of the caller's business, oldest first. */
  figures: accountProcedure
    .output(z.array(weekFigures))
    .query(({ ctx }) => listOwnFigures(ctx.deps, ctx.account.id)),
});
