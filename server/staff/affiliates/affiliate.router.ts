import { z } from 'zod';
import { createBankFile, openBankFile } from '../../domains/affiliates/bank-files/bank-file.service.ts';
import { router } from '../../platform/trpc.ts';
import { createPreviewedAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import {
  affiliateDetail,
  bankFileRequest,
  bankFiles,
  monthInput,
  necYear,
  newBankFile,
  openedTaxForm,
  payMonthInput,
  payoutFile,
  payoutFileRequest,
  payoutRun,
  returnedPayout,
  taxFormRequest,
  yearInput,
} from './affiliate.schema.ts';
import { openAffiliateTaxForm, readAffiliate, readNecYear } from './affiliate.service.ts';
import { previewReturn, readBankFiles, returnFromBank } from './bank-transfers.service.ts';
import { createPayoutFile, markMonthPaid, previewPayMonth, readPayoutRun } from './payout-run.service.ts';

export const staffAffiliatesRouter = router({
  detail: staffProcedure
    .input(z.object({ id: z.uuid() }))
    .output(affiliateDetail)
    .query(({ ctx, input }) => readAffiliate(ctx, input.id)),
  /** Decrypts a tax form. */
  openTaxForm: staffProcedure
    .input(taxFormRequest)
    .output(openedTaxForm)
    .mutation(({ ctx, input }) => openAffiliateTaxForm(ctx, input)),
  necYear: staffProcedure
    .input(yearInput)
    .output(necYear)
    .query(({ ctx, input }) => readNecYear(ctx.deps, input.year)),
  payoutRun: staffProcedure
    .input(monthInput)
    .output(payoutRun)
    .query(({ ctx, input }) => readPayoutRun(ctx.deps, input.month)),
  markPaid: createPreviewedAction({
    input: payMonthInput,
    preview: (ctx, input) => previewPayMonth(ctx.deps, input),
    perform: (ctx, input, by) => markMonthPaid(ctx.deps, input, by),
  }),
  payoutFile: staffProcedure
    .input(payoutFileRequest)
    .output(payoutFile)
    .mutation(({ ctx, input }) => createPayoutFile(ctx, input)),
  /** Null if the month isn't paid, or was paid before there were bank files. */
  bankFiles: staffProcedure
    .input(monthInput)
    .output(bankFiles.nullable())
    .query(({ ctx, input }) => readBankFiles(ctx.deps, input.month)),
  /** Creates a file. The payouts in it then count as sent. */
  createBankFile: staffProcedure
    .input(newBankFile)
    .output(payoutFile)
    .mutation(({ ctx, input: { reason, ...shown } }) =>
      createBankFile(ctx.deps, shown, { actorId: ctx.account.id, reason }),
    ),
  /** Returns a file as it was created. */
  bankFile: staffProcedure
    .input(bankFileRequest)
    .output(payoutFile)
    .mutation(({ ctx, input: { id, reason } }) =>
      openBankFile(ctx.deps, id, { actorId: ctx.account.id, reason }),
    ),
  returnPayout: createPreviewedAction({
    input: returnedPayout,
    preview: (ctx, input) => previewReturn(ctx.deps, input),
    perform: (ctx, input, by) => returnFromBank(ctx.deps, input, by),
  }),
});
