import type { LedgerAccount, LedgerEntryKind } from '#db/tables/ledger.ts';

// Pure functions that convert events to ledger entries. Money that Stripe collected is 'in transit' until we
// read its balance transaction, which moves it, less Stripe's fee, to 'stripe cash'. If money stays in
// transit, a payment has no balance transaction, or a balance transaction has no payment.

export interface Posting {
  account: LedgerAccount;
  /** Positive for a debit, negative for a credit. */
  amountCents: number;
  planId?: number | null;
  affiliateId?: string;
}

export interface LedgerEntry {
  kind: LedgerEntryKind;
  /** The id of the posted Stripe object, or of our commission or payout. Unique per kind. */
  sourceId: string;
  /** The id of our payment, which identifies the purchase. Null if the entry belongs to no payment. */
  paymentId: string | null;
  /** The id of Stripe's payment intent. Ignored if our payment has one. */
  providerPaymentId?: string | null;
  occurredAt: Date;
  /** They must add up to zero. Postings of zero are not stored. */
  postings: Posting[];
}

/** One line of a bill. `planId` is null if the line is for none of our plans. */
export interface SoldLine {
  planId: number | null;
  amountCents: number;
  discountCents: number;
}

export interface PostedPayment {
  id: string;
  /** Stripe's invoice id, or its payment intent id for a one-time charge. */
  providerInvoiceId: string;
  amountCents: number;
  paidAt: Date;
  lines: readonly SoldLine[];
}

export function createPaymentEntry({ lines, ...payment }: PostedPayment): LedgerEntry {
  const billedCents = lines.reduce((sum, line) => sum + line.amountCents - line.discountCents, 0);
  // The difference between the lines and the payment, such as a credit that Stripe applied to the invoice.
  const unexplainedCents = billedCents - payment.amountCents;
  return {
    kind: 'payment',
    sourceId: payment.providerInvoiceId,
    paymentId: payment.id,
    occurredAt: payment.paidAt,
    postings: [
      { account: 'in transit', amountCents: payment.amountCents },
      ...lines.flatMap(({ planId, amountCents, discountCents }): Posting[] => [
        { account: 'revenue', planId, amountCents: -amountCents },
        { account: 'discounts', planId, amountCents: discountCents },
      ]),
      { account: unexplainedCents > 0 ? 'discounts' : 'revenue', amountCents: unexplainedCents },
    ],
  };
}

export interface StripeRefund {
  id: string;
  amountCents: number;
  at: Date;
  /** True if the refund failed or was canceled, so its money is in our balance again. */
  isFailed: boolean;
}

/**
 * Returns the entries for a refund. A failed refund has two, the refund and its reversal, as in Stripe's
 * balance.
 */
export function createRefundEntries(paymentId: string, refund: StripeRefund): LedgerEntry[] {
  const { id: sourceId, amountCents, at: occurredAt, isFailed } = refund;
  const entry = (kind: 'refund' | 'refund failure', cents: number): LedgerEntry => ({
    kind,
    sourceId,
    paymentId,
    occurredAt,
    postings: createTransfer('in transit', 'refunds', cents),
  });
  return [entry('refund', amountCents), ...(isFailed ? [entry('refund failure', -amountCents)] : [])];
}

/**
 * Returns an entry that reverses the total of refunds and disputes that a migration posted, because each of
 * them now has its own entry.
 */
export function createReturnsReversal(
  payment: { id: string; providerInvoiceId: string },
  { amountCents, occurredAt }: { amountCents: number; occurredAt: Date },
): LedgerEntry {
  return {
    kind: 'returns reversal',
    sourceId: payment.providerInvoiceId,
    paymentId: payment.id,
    occurredAt,
    postings: createTransfer('refunds', 'in transit', amountCents),
  };
}

/** Money that Stripe withdrew for a dispute (negative) or returned (positive). */
export interface DisputeMovement {
  /** The balance transaction's id at Stripe. */
  id: string;
  amountCents: number;
  at: Date;
}

export function createDisputeEntry(paymentId: string, { id, amountCents, at }: DisputeMovement): LedgerEntry {
  return {
    kind: 'dispute',
    sourceId: id,
    paymentId,
    occurredAt: at,
    postings: createTransfer('disputes', 'in transit', amountCents),
  };
}

/** A change of our balance at Stripe. */
export interface BalanceTransaction {
  id: string;
  /** Stripe's reporting category, such as 'charge' or 'payout'. */
  category: string;
  amountCents: number;
  feeCents: number;
  at: Date;
  /** The id of our payment. Null if our database has none for the transaction. */
  paymentId: string | null;
  providerPaymentId: string | null;
}

const OTHER_SIDE: Readonly<Record<string, LedgerAccount>> = {
  charge: 'in transit',
  charge_failure: 'in transit',
  refund: 'in transit',
  refund_failure: 'in transit',
  dispute: 'in transit',
  dispute_reversal: 'in transit',
  payout: 'bank',
  payout_reversal: 'bank',
  topup: 'bank',
  topup_reversal: 'bank',
  fee: 'stripe fees',
  tax: 'stripe fees',
};

export function createBalanceEntry(transaction: BalanceTransaction): LedgerEntry {
  const { id, category, amountCents, feeCents, at, paymentId, providerPaymentId } = transaction;
  return {
    kind: 'balance transaction',
    sourceId: id,
    paymentId,
    providerPaymentId,
    occurredAt: at,
    postings: [
      { account: 'stripe cash', amountCents: amountCents - feeCents },
      { account: 'stripe fees', amountCents: feeCents },
      { account: OTHER_SIDE[category] ?? 'stripe adjustments', amountCents: -amountCents },
    ],
  };
}

/** Returns an entry that corrects a payment's posted amount to match what Stripe received. */
export function createPaymentCorrection(
  { id, providerInvoiceId }: { id: string; providerInvoiceId: string },
  differenceCents: number,
  occurredAt: Date,
): LedgerEntry {
  return {
    kind: 'payment correction',
    sourceId: providerInvoiceId,
    paymentId: id,
    occurredAt,
    postings: createTransfer('revenue', 'in transit', differenceCents),
  };
}

/** Returns an entry that corrects the amounts posted for a balance transaction to match Stripe's. */
export function createBalanceCorrection(
  paymentId: string,
  sourceId: string,
  { cashCents, feeCents }: { cashCents: number; feeCents: number },
  occurredAt: Date,
): LedgerEntry {
  return {
    kind: 'balance correction',
    sourceId,
    paymentId,
    occurredAt,
    postings: [
      { account: 'stripe cash', amountCents: cashCents },
      { account: 'stripe fees', amountCents: feeCents },
      { account: 'in transit', amountCents: -cashCents - feeCents },
    ],
  };
}

export interface Payout {
  id: string;
  affiliateId: string;
  amountCents: number;
}

export interface Commission extends Payout {
  paymentId: string;
}

/** A commission increases the expense and our debt to the affiliate; a reversal reduces both. */
export function createCommissionEntry(
  { id: sourceId, paymentId, affiliateId, amountCents }: Commission,
  occurredAt: Date,
): LedgerEntry {
  return {
    kind: 'commission',
    sourceId,
    paymentId,
    occurredAt,
    postings: createTransfer('commissions owed', 'commissions', amountCents, { affiliateId }),
  };
}

/** A payout reduces our debt to the affiliate. */
export function createPayoutEntry({ id, affiliateId, amountCents }: Payout, occurredAt: Date): LedgerEntry {
  return {
    kind: 'payout',
    sourceId: id,
    paymentId: null,
    occurredAt,
    postings: createTransfer('payouts', 'commissions owed', amountCents, { affiliateId }),
  };
}

/** Debits `to` and credits `from`. A negative amount does the reverse. */
function createTransfer(
  from: LedgerAccount,
  to: LedgerAccount,
  amountCents: number,
  about: Pick<Posting, 'affiliateId'> = {},
): Posting[] {
  return [
    { ...about, account: to, amountCents },
    { ...about, account: from, amountCents: -amountCents },
  ];
}
