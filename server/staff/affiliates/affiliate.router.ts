import { z } from 'zod';
import { freshStaffProcedure, router, staffProcedure } from '../../trpc.ts';
import { createAction } from '../kit/action.ts';
import {
  affiliateDetail,
  monthInput,
  necYear,
  openedTaxForm,
  payMonthInput,
  payoutFile,
  payoutFileRequest,
  payoutRun,
  taxFormRequest,
  yearInput,
} from './affiliate.schema.ts';
import { openAffiliateTaxForm, readAffiliate, readNecYear } from './affiliate.service.ts';
import { createPayoutFile, markMonthPaid, previewPayMonth, readPayoutRun } from './payout-run.service.ts';

export const staffAffiliatesRouter = router({
  detail: staffProcedure
    .input(z.object({ id: z.uuid() }))
    .output(affiliateDetail)
    .query(({ ctx, input }) => readAffiliate(ctx, input.id)),
  /** Decrypts a tax form. */
  openTaxForm: freshStaffProcedure
    .input(taxFormRequest)
    .output(openedTaxForm)
    .mutation(({ ctx, input }) => openAffiliateTaxForm(ctx, input)),
  necYear: staffProcedure
    .input(yearInput)
    .output(necYear)
    .query(({ ctx, input }) => readNecYear(ctx.deps.db, input.year)),
  payoutRun: staffProcedure
    .input(monthInput)
    .output(payoutRun)
    .query(({ ctx, input }) => readPayoutRun(ctx.deps, input.month)),
  markPaid: createAction(freshStaffProcedure, {
    input: payMonthInput,
    preview: (ctx, input) => previewPayMonth(ctx.deps, input),
    perform: (ctx, input, by) => markMonthPaid(ctx.deps, input, by),
  }),
  payoutFile: freshStaffProcedure
    .input(payoutFileRequest)
    .output(payoutFile)
    .mutation(({ ctx, input }) => createPayoutFile(ctx, input)),
});
