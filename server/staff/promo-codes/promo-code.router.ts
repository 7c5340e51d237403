import {
  correctPromoCode,
  createPromoCode,
  limitPromoCode,
  listDiscountablePlans,
  setPromoCodeActive,
} from '../../domains/catalog/promo-code-changes.service.ts';
import {
  promoCodeLimits,
  promoCodeSwitch,
  promoCodeTerms,
} from '../../domains/catalog/promo-code-terms.schema.ts';
import { router } from '../../platform/trpc.ts';
import { createPreviewedAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import { discountablePlans, promoCodeDetail, promoCodeId } from './promo-code.schema.ts';
import { readPromoCode } from './promo-code-detail.service.ts';
import {
  previewCorrection,
  previewLimits,
  previewNewCode,
  previewSwitch,
} from './promo-code-preview.service.ts';

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
  create: createPreviewedAction({
    input: promoCodeTerms,
    preview: (ctx, terms) => previewNewCode(ctx.deps.db, terms),
    perform: async (ctx, terms, by) => {
      await createPromoCode(ctx.deps, terms, by);
      return `Buyers can use ${terms.code} at checkout.`;
    },
  }),
  correct: createPreviewedAction({
    input: promoCodeTerms,
    preview: (ctx, terms) => previewCorrection(ctx.deps.db, terms),
    perform: async (ctx, terms, by) => {
      await correctPromoCode(ctx.deps, terms, by);
      return `${terms.code} was corrected.`;
    },
  }),
  limit: createPreviewedAction({
    input: promoCodeLimits,
    preview: (ctx, limits) => previewLimits(ctx.deps.db, limits),
    perform: async (ctx, limits, by) => {
      await limitPromoCode(ctx.deps, limits, by);
      return `The new limits for ${limits.id} apply.`;
    },
  }),
  stop: createPreviewedAction({
    input: promoCodeSwitch,
    preview: (ctx, code) => previewSwitch(ctx.deps.db, code, false),
    perform: async (ctx, code, by) => {
      await setPromoCodeActive(ctx.deps, { ...code, isActive: false }, by);
      return `${code.id} is stopped.`;
    },
  }),
  start: createPreviewedAction({
    input: promoCodeSwitch,
    preview: (ctx, code) => previewSwitch(ctx.deps.db, code, true),
    perform: async (ctx, code, by) => {
      await setPromoCodeActive(ctx.deps, { ...code, isActive: true }, by);
      return `${code.id} can be used again.`;
    },
  }),
});
