import type { LedgerAccount, LedgerEntryKind } from '#db/tables/ledger.ts';

// What each event does to the accounts. Pure functions, without clock or database.
//
// Money that Stripe collected is 'in transit' until its balance transaction is read, which moves it to 'stripe cash'
// less Stripe's fee. A balance that remains in transit is money without a purchase, or a purchase without money.

export interface Posting {
  account: LedgerAccount;
  /** A debit is positive, a credit negative. */
  amountCents: number;
  planId?: number | null;
  affiliateId?: string;
}

export interface LedgerEntry {
  kind: LedgerEntryKind;
  /** Stripe's id of what is posted, or the id of our commission or payout. Posted once per kind. */
  sourceId: string;
  /** Our payment, which identifies the purchase; null if the entry belongs to none. */
  paymentId: string | null;
  /** Stripe's payment intent, if our payment does not have it. */
  providerPaymentId?: string | null;
  occurredAt: Date;
  /** Their sum is zero. Postings of zero are not stored. */
  postings: Posting[];
}

/** One line of a paid bill. The plan is null if the bill has none of our plans. */
export interface SoldLine {
  planId: number | null;
  amountCents: number;
  discountCents: number;
}

export interface PostedPayment {
  id: string;
  /** The invoice, or the payment intent of a one-time payment. */
  providerInvoiceId: string;
  amountCents: number;
  paidAt: Date;
  lines: readonly SoldLine[];
}

export function paymentEntry({ lines, ...payment }: PostedPayment): LedgerEntry {
  const billedCents = lines.reduce((sum, line) => sum + line.amountCents - line.discountCents, 0);
  // What the lines don't explain, such as a credit that Stripe applied to the invoice.
  const restCents = billedCents - payment.amountCents;
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
      { account: restCents > 0 ? 'discounts' : 'revenue', amountCents: restCents },
    ],
  };
}

export interface StripeRefund {
  id: string;
  amountCents: number;
  at: Date;
  /** The bank could not credit the card, so Stripe returned the money to us. */
  isFailed: boolean;
}

/** A failed refund is posted and reversed, as in Stripe's balance. */
export function refundEntries(paymentId: string, refund: StripeRefund): LedgerEntry[] {
  const { id: sourceId, amountCents, at: occurredAt, isFailed } = refund;
  const entry = (kind: 'refund' | 'refund failure', cents: number): LedgerEntry => ({
    kind,
    sourceId,
    paymentId,
    occurredAt,
    postings: transfer('in transit', 'refunds', cents),
  });
  return [entry('refund', amountCents), ...(isFailed ? [entry('refund failure', -amountCents)] : [])];
}

/** Reverses the sum of refunds and disputes that a migration posted, now that each of them has its own entry. */
export function pastReturnsReversal(
  payment: { id: string; providerInvoiceId: string },
  { amountCents, occurredAt }: { amountCents: number; occurredAt: Date },
): LedgerEntry {
  return {
    kind: 'returns reversal',
    sourceId: payment.providerInvoiceId,
    paymentId: payment.id,
    occurredAt,
    postings: transfer('refunds', 'in transit', amountCents),
  };
}

/** What a dispute withdrew from Stripe's balance (negative) or, if it was won, reinstated. */
export interface DisputeMovement {
  /** The id of the dispute's balance transaction. */
  id: string;
  amountCents: number;
  at: Date;
}

export function disputeEntry(paymentId: string, { id, amountCents, at }: DisputeMovement): LedgerEntry {
  return {
    kind: 'dispute',
    sourceId: id,
    paymentId,
    occurredAt: at,
    postings: transfer('disputes', 'in transit', amountCents),
  };
}

/** A change of our balance at Stripe, as Stripe reports it. */
export interface BalanceTransaction {
  id: string;
  /** Stripe's reporting category, such as 'charge' or 'payout'. */
  category: string;
  amountCents: number;
  feeCents: number;
  at: Date;
  /** The payment that the transaction belongs to; null if none is recorded here. */
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

export function balanceEntry(transaction: BalanceTransaction): LedgerEntry {
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

/** Makes what was posted for a payment equal to what Stripe received. */
export function paymentCorrection(
  { id, providerInvoiceId }: { id: string; providerInvoiceId: string },
  differenceCents: number,
  occurredAt: Date,
): LedgerEntry {
  return {
    kind: 'payment correction',
    sourceId: providerInvoiceId,
    paymentId: id,
    occurredAt,
    postings: transfer('revenue', 'in transit', differenceCents),
  };
}

/** Makes what was posted for a balance transaction equal to Stripe's figures. */
export function balanceCorrection(
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

/** A commission increases the expense and the debt to its affiliate. A reversal does the opposite. */
export function commissionEntry(
  { id: sourceId, paymentId, affiliateId, amountCents }: Commission,
  occurredAt: Date,
): LedgerEntry {
  return {
    kind: 'commission',
    sourceId,
    paymentId,
    occurredAt,
    postings: transfer('commissions owed', 'commissions', amountCents, { affiliateId }),
  };
}

/** A payout reduces the debt. */
export function payoutEntry({ id, affiliateId, amountCents }: Payout, occurredAt: Date): LedgerEntry {
  return {
    kind: 'payout',
    sourceId: id,
    paymentId: null,
    occurredAt,
    postings: transfer('payouts', 'commissions owed', amountCents, { affiliateId }),
  };
}

/** A credit and a debit that add up to zero. */
function transfer(
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
