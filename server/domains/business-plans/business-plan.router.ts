import { z } from 'zod';
import { accountProcedure, router } from '../../platform/trpc.ts';
import { ownBusinessPlan, startedTrial, trialInput } from './business-plan.schema.ts';
import { cancelBusinessPlan, getOwnBusinessPlan } from './business-plan.service.ts';
import { startTrial } from './trial.service.ts';

export const businessPlansRouter = router({
  startTrial: accountProcedure
    .meta({ limit: 'purchase' })
    .input(trialInput)
    .output(startedTrial)
    .mutation(({ ctx, input }) => startTrial(ctx, input)),
  mine: accountProcedure
    .output(ownBusinessPlan.nullable())
    .query(({ ctx }) => getOwnBusinessPlan(ctx.deps, ctx.account.id)),
  cancel: accountProcedure.output(z.literal(true)).mutation(async ({ ctx }) => {
    await cancelBusinessPlan(ctx.deps, ctx.account);
    return true as const;
  }),
});
