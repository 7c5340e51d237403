import {
  findSentPayout,
  readMonthTransfers,
  requireAchConfig,
  returnPayout,
} from '../../domains/affiliates/bank-files/bank-file.service.ts';
import { AppError } from '../../lib/errors.ts';
import { formatCents } from '../../lib/money.ts';
import type { Deps } from '../../platform/deps.ts';
import type { StaffAuthor } from '../../platform/monitoring/audit.service.ts';
import { type BankFiles, type ReturnedPayout, SHOWN_PAYEES } from './affiliate.schema.ts';

/** Returns null if the month isn't paid, or was paid before there were bank files. */
export async function readBankFiles(
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
  name: `${firstname} ${lastname}`.trim(),
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

/** Throws NOT_FOUND if the payout isn't sent, or was returned already. */
export async function previewReturn({ db }: Pick<Deps, 'db'>, { payoutId, bankReason }: ReturnedPayout) {
  const payout = await findSentPayout(db, payoutId);
  if (!payout) throw new AppError('NOT_FOUND');
  const { firstname, lastname, amountCents, last4, bankFileId } = payout;
  return {
    effects: [
      `The payout of ${formatCents(amountCents)} to ${firstname} ${lastname} is marked as returned.`,
      `No payouts go to the account ending in ${last4} until the affiliate replaces it.`,
      `The affiliate gets an email with the reason: ${bankReason}`,
    ],
    state: { payoutId, bankFileId },
  };
}

export async function returnFromBank(
  deps: Pick<Deps, 'db' | 'now' | 'jobs'>,
  input: ReturnedPayout,
  by: StaffAuthor,
): Promise<string> {
  await returnPayout(deps, input, by);
  return 'The payout is marked as returned. The affiliate gets an email.';
}
