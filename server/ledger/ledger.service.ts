import type { Trx } from '#db/client.ts';
import { insertPostings, type Posting } from './ledger.repository.ts';

/** What is posted: a commission or a payout of one affiliate. */
export interface LedgerEntry {
  id: string;
  affiliateId: string;
  amountCents: number;
}

/** Posts commissions: each one raises the expense and what is owed to its affiliate; a reversal does the opposite. */
export function postCommissions(trx: Trx, commissions: readonly LedgerEntry[], at: Date): Promise<void> {
  return insertPostings(trx, commissions.flatMap(commissionPostings), at);
}

/** Posts a payout: what was owed has been paid out. */
export function postPayout(trx: Trx, payout: LedgerEntry, at: Date): Promise<void> {
  return insertPostings(trx, payoutPostings(payout), at);
}

export function commissionPostings(commission: LedgerEntry): Posting[] {
  return doubleEntry(commission, 'expense', 'owed');
}

export function payoutPostings(payout: LedgerEntry): Posting[] {
  return doubleEntry(payout, 'owed', 'paid out');
}

/** A debit and a credit that add up to zero; nothing for an amount of zero. */
function doubleEntry(entry: LedgerEntry, debit: Posting['book'], credit: Posting['book']): Posting[] {
  const { id, affiliateId, amountCents } = entry;
  if (amountCents === 0) return [];
  return [
    { entryId: id, affiliateId, book: debit, amountCents },
    { entryId: id, affiliateId, book: credit, amountCents: -amountCents },
  ];
}
