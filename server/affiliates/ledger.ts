// Double entry in cents: a debit is positive, a credit negative, and the two of an entry are 0 together. Pure.

export type Book = 'expense' | 'owed' | 'paid out';

export interface Posting {
  entryId: string;
  book: Book;
  affiliateId: string;
  amountCents: number;
}

interface Entry {
  /** The commission or the payout that is booked. */
  id: string;
  affiliateId: string;
  amountCents: number;
}

function move({ id, affiliateId, amountCents }: Entry, debit: Book, credit: Book): Posting[] {
  // Nothing moves: a line of 0 stands among the commissions with its reason, the books have no part in it.
  if (amountCents === 0) return [];
  return [
    { entryId: id, affiliateId, book: debit, amountCents },
    { entryId: id, affiliateId, book: credit, amountCents: -amountCents },
  ];
}

/** What a commission costs is owed to its affiliate; one that takes back does the opposite. */
export function postingsOfCommission(commission: Entry): Posting[] {
  return move(commission, 'expense', 'owed');
}

/** What was owed is paid out. */
export function postingsOfPayout(payout: Entry): Posting[] {
  return move(payout, 'owed', 'paid out');
}
