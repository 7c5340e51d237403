import { z } from 'zod';
import { accountProcedure, router } from '../../../platform/trpc.ts';
import { taxFormFiling } from '../tax-forms/tax-form.schema.ts';
import { fileMissingTaxForm } from '../tax-forms/tax-form.service.ts';
import { payoutAccountInput, payoutOverview } from './payout-account.schema.ts';
import { readPayoutOverview, savePayoutAccount } from './payout-account.service.ts';

export const payoutsRouter = router({
  /** Returns null if the account isn't an affiliate. */
  overview: accountProcedure
    .output(payoutOverview.nullable())
    .query(({ ctx }) => readPayoutOverview(ctx.deps, ctx.account.id)),
  saveAccount: accountProcedure
    .meta({ limit: 'payoutAccount' })
    .input(payoutAccountInput)
    .output(z.void())
    .mutation(({ ctx, input }) => savePayoutAccount(ctx, input)),
  fileTaxForm: accountProcedure
    .meta({ limit: 'payoutAccount' })
    .input(taxFormFiling)
    .output(z.void())
    .mutation(({ ctx, input }) => fileMissingTaxForm(ctx, input)),
});
