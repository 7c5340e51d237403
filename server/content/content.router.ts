import { z } from 'zod';
import { publicProcedure, router } from '../trpc.ts';
import { contractType, policyType, publicSettings, publishedText } from './content.schema.ts';
import { getContract, getPolicy, getPublicSettings } from './content.service.ts';

export const contentRouter = router({
  policy: publicProcedure
    .input(z.object({ type: policyType }))
    .output(publishedText)
    .query(({ ctx, input }) => getPolicy(ctx.deps.db, input.type)),
  contract: publicProcedure
    .input(z.object({ type: contractType }))
    .output(publishedText)
    .query(({ ctx, input }) => getContract(ctx.deps.db, input.type)),
  settings: publicProcedure.output(publicSettings).query(({ ctx }) => getPublicSettings(ctx.deps.db)),
});
