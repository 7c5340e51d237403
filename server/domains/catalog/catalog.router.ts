import { z } from 'zod';
import { publicProcedure, router } from '../../platform/trpc.ts';
import { plan } from './plan.schema.ts';
import { listPlans } from './plan.service.ts';
import { promoCodeCheck, promoCodeQuery } from './promo-code.schema.ts';
import { checkPromoCode } from './promo-code.service.ts';

export const catalogRouter = router({
  plans: publicProcedure.output(z.array(plan)).query(({ ctx }) => listPlans(ctx.deps.db)),
  promoCode: publicProcedure
    .meta({ limit: 'promoCode' })
    .input(promoCodeQuery)
    .output(promoCodeCheck)
    .query(({ ctx, input }) => checkPromoCode(ctx.deps.db, input.id, ctx.deps.now())),
});
