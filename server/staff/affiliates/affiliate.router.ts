import { z } from 'zod';
import {
  createBankFile,
  findSentPayout,
  openBankFile,
  readMonthTransfers,
  requireAchConfig,
  returnPayout,
} from '../../domains/affiliates/bank-files/bank-file.service.ts';
import { AppError } from '../../lib/errors.ts';
import { formatCents } from '../../lib/money.ts';
import { formatPersonName } from '../../lib/same-person.ts';
import type { Deps } from '../../platform/deps.ts';
import { router } from '../../platform/trpc.ts';
import { createAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import {
  affiliateDetail,
  type BankFiles,
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
  SHOWN_PAYEES,
  suspectedPurchaseId,
  taxFormRequest,
  yearInput,
} from './affiliate.schema.ts';
import { openAffiliateTaxForm, readAffiliate, readNecYear } from './affiliate.service.ts';
import { planOwnPurchase } from './own-purchase.service.ts';
import { createPayoutFile, planPayMonth, readPayoutRun } from './payout-run.service.ts';

/** Returns null if the month isn't paid, or was paid before there were bank files. */
async function readBankFiles(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  month: string,
): Promise<BankFiles | null> {
  const transfers = await readMonthTransfers(deps.db, month, deps.now());
  if (!transfers) return null;
  const { ready, leftOut, sent, totalCents, files } = transfers;
  return {
    problem: findProblem(deps),
    isStandIn: deps.config.ach?.isStandIn ?? false,
    count: ready.length,
    totalCents,
    files,
    leftOutCount: leftOut.length,
    leftOut: leftOut
      .slice(0, SHOWN_PAYEES)
      .map(({ transfer, reason }) => ({ ...presentTransfer(transfer), reason })),
    sentCount: sent.length,
    sent: sent.slice(0, SHOWN_PAYEES).map((transfer) => ({
      ...presentTransfer(transfer),
      file: transfer.fileNumber ?? 0,
      last4: transfer.sentLast4 ?? '',
    })),
  };
}

interface SentTransfer {
  id: string;
  affiliateId: string;
  firstname: string;
  lastname: string;
  amountCents: number;
}

const presentTransfer = ({ id, affiliateId, firstname, lastname, amountCents }: SentTransfer) => ({
  payoutId: id,
  affiliateId,
  name: formatPersonName({ firstname, lastname }),
  amountCents,
});

function findProblem(deps: Pick<Deps, 'config'>): string | null {
  try {
    requireAchConfig(deps);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

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
  markPaid: createAction(payMonthInput, ({ deps }, input) => planPayMonth(deps, input)),
  keepCommission: createAction(suspectedPurchaseId, ({ deps }, input) => planOwnPurchase(deps, input, false)),
  cancelCommission: createAction(suspectedPurchaseId, ({ deps }, input) =>
    planOwnPurchase(deps, input, true),
  ),
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
  returnPayout: createAction(returnedPayout, async ({ deps }, input) => {
    const payout = await findSentPayout(deps.db, input.payoutId);
    if (!payout) throw new AppError('NOT_FOUND');
    const { firstname, lastname, amountCents, last4, bankFileId } = payout;
    return {
      effects: [
        `The payout of ${formatCents(amountCents)} to ${formatPersonName({ firstname, lastname })} is marked as returned.`,
        `No payouts go to the account ending in ${last4} until the affiliate replaces it.`,
        `The affiliate gets an email with the reason: ${input.bankReason}`,
      ],
      state: bankFileId,
      perform: (by) => returnPayout(deps, input, by),
      done: 'The payout is marked as returned. The affiliate gets an email.',
    };
  }),
});
