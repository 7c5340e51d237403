import { listDiscountablePlans } from '../../domains/catalog/promo-code-changes.service.ts';
import {
  promoCodeLimits,
  promoCodeSwitch,
  promoCodeTerms,
} from '../../domains/catalog/promo-code-terms.schema.ts';
import { router } from '../../platform/trpc.ts';
import { createAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import { discountablePlans, promoCodeDetail, promoCodeId } from './promo-code.schema.ts';
import { planCorrection, planLimits, planNewCode, planSwitch, readPromoCode } from './promo-code.service.ts';

export const staffPromoCodesRouter = router({
  detail: staffProcedure
    .input(promoCodeId)
    .output(promoCodeDetail)
    .query(({ ctx, input }) => readPromoCode(ctx.deps.db, input.id)),
  plans: staffProcedure.output(discountablePlans).query(async ({ ctx }) => {
    const plans = await listDiscountablePlans(ctx.deps.db);
    return plans.map(({ id, orderSummaryName: name, priceCents, billingInterval: interval }) => ({
      id,
      name,
      priceCents,
      interval,
    }));
  }),
  create: createAction(promoCodeTerms, planNewCode),
  correct: createAction(promoCodeTerms, planCorrection),
  limit: createAction(promoCodeLimits, planLimits),
  stop: createAction(promoCodeSwitch, (ctx, code) => planSwitch(ctx, code, false)),
  start: createAction(promoCodeSwitch, (ctx, code) => planSwitch(ctx, code, true)),
});
