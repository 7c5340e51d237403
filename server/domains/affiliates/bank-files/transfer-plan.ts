import { formatDateInWords } from '../../../lib/dates.ts';
import type { Transfer } from './bank-file.repository.ts';

/** A payout that can be sent now, with the bank account that it goes to. */
export interface ReadyTransfer {
  transfer: Transfer;
  bank: {
    id: string;
    routingNumber: string;
    kind: 'checking' | 'savings';
    holderName: string;
    encryptedNumber: string;
    last4: string;
  };
}

export interface TransferPlan {
  ready: ReadyTransfer[];
  /** Payouts that are in no file, and why they can't be sent now. */
  leftOut: Array<{ transfer: Transfer; reason: string }>;
  /** Payouts that are in a file, and that the bank hasn't returned. */
  sent: Transfer[];
}

/** Decides which payouts of a month can be sent now. */
export function planTransfers(transfers: readonly Transfer[], now: Date): TransferPlan {
  const plan: TransferPlan = { ready: [], leftOut: [], sent: [] };
  for (const transfer of transfers) {
    if (transfer.fileNumber !== null && transfer.returnedAt === null) {
      plan.sent.push(transfer);
      continue;
    }
    const bankOrReason = findBank(transfer, now);
    if ('reason' in bankOrReason) plan.leftOut.push({ transfer, reason: bankOrReason.reason });
    else plan.ready.push({ transfer, bank: bankOrReason });
  }
  return plan;
}

function findBank(transfer: Transfer, now: Date): ReadyTransfer['bank'] | { reason: string } {
  const { bankId, routingNumber, kind, holderName, encryptedNumber, last4, usableFrom } = transfer;
  if (transfer.w9Id === null) return { reason: 'Outside the US, so pay it another way' };
  if (!bankId || !routingNumber || !kind || !holderName || !encryptedNumber || !last4 || !usableFrom)
    return { reason: 'No bank account on file' };
  if (transfer.bankReturnedAt) return { reason: 'The bank returned it, so the account has to be replaced' };
  if (usableFrom > now)
    return { reason: `The account was replaced, and can be used from ${formatDateInWords(usableFrom)}` };
  return { id: bankId, routingNumber, kind, holderName, encryptedNumber, last4 };
}
