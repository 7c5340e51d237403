import { z } from 'zod';
import { publicProcedure, router } from '../trpc.ts';
import { referenceQuery, referrer } from './reference.schema.ts';
import { searchReferences } from './reference.service.ts';

export const affiliatesRouter = router({
  searchReferences: publicProcedure
    .meta({ limit: 'reference' })
    .input(referenceQuery)
    .output(z.array(referrer))
    .query(({ ctx, input }) => searchReferences(ctx.deps.db, input.value, ctx.account)),
});
