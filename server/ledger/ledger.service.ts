import type { Trx } from '#db/client.ts';
import { insertPostings, type Posting } from './ledger.repository.ts';

/** A commission or a payout. */
export interface LedgerEntry {
  id: string;
  affiliateId: string;
  amountCents: number;
}

/** A commission raises the expense and the debt to its affiliate. A reversal does the opposite. */
export function postCommissions(trx: Trx, commissions: readonly LedgerEntry[], at: Date): Promise<void> {
  return insertPostings(trx, commissions.flatMap(commissionPostings), at);
}

/** A payout reduces the debt. */
export function postPayout(trx: Trx, payout: LedgerEntry, at: Date): Promise<void> {
  return insertPostings(trx, payoutPostings(payout), at);
}

export function commissionPostings(commission: LedgerEntry): Posting[] {
  return doubleEntry(commission, 'expense', 'owed');
}

export function payoutPostings(payout: LedgerEntry): Posting[] {
  return doubleEntry(payout, 'owed', 'paid out');
}

/** A debit and a credit that add up to zero. An amount of zero is not posted. */
function doubleEntry(entry: LedgerEntry, debit: Posting['book'], credit: Posting['book']): Posting[] {
  const { id, affiliateId, amountCents } = entry;
  if (amountCents === 0) return [];
  return [
    { entryId: id, affiliateId, book: debit, amountCents },
    { entryId: id, affiliateId, book: credit, amountCents: -amountCents },
  ];
}
