import {
  readMonthTransfers,
  requireAchConfig,
} from '../../domains/affiliates/bank-files/bank-file.service.ts';
import { AppError } from '../../lib/errors.ts';
import type { Deps } from '../../platform/deps.ts';
import { type BankFiles, SHOWN_PAYEES } from './affiliate.schema.ts';

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
