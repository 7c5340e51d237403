import { z } from 'zod';
import { affiliateOverview, commissionLine } from '../../domains/affiliates/affiliate.schema.ts';
import { payoutAccount } from '../../domains/affiliates/payout-accounts/payout-account.schema.ts';
import { requiredLine } from '../../lib/text.ts';
import { reason } from '../kit/action.schema.ts';
import { timelineEntry } from '../kit/timeline.schema.ts';

const taxFormKind = z.enum(['w9', 'w8ben']);

export const affiliateDetail = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  zip: z.string(),
  joinedAt: z.date(),
  overview: affiliateOverview,
  /** Only the newest commissions. */
  commissions: z.array(commissionLine),
  commissionCount: z.int(),
  /** Settled purchases that name the affiliate, newest first. */
  referrals: z.array(
    z.object({
      id: z.uuid(),
      settledAt: z.date(),
      sold: z.string(),
      email: z.string(),
      status: z.string(),
      totalCents: z.int(),
      promoCode: z.string().nullable(),
    }),
  ),
  taxForms: z.array(z.object({ kind: taxFormKind, masked: z.string(), acceptedAt: z.date() })),
  payoutAccount: payoutAccount.nullable(),
  payouts: z.array(z.object({ id: z.uuid(), month: z.string(), paidAt: z.date(), amountCents: z.int() })),
  timeline: z.array(timelineEntry),
});
export type AffiliateDetail = z.infer<typeof affiliateDetail>;

/** A suspected own purchase (D70). */
export const suspectedPurchaseId = z.object({ id: z.uuid() });

export const taxFormRequest = z.object({ accountId: z.uuid(), kind: taxFormKind, reason });

/** A decrypted form. It is shown once, and not kept. */
export const openedTaxForm = z.object({
  acceptedAt: z.date(),
  ip: z.string(),
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
});

const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Please enter a month as YYYY-MM');
export const monthInput = z.object({ month });

const payee = z.object({
  affiliateId: z.uuid(),
  name: z.string(),
  email: z.string(),
  code: z.string().nullable(),
  form: z.string(),
  /** The bank account's last digits. */
  bank: z.string(),
  amountCents: z.int(),
});
/** The number of payees that the page of a payout run shows. The file has all payouts. */
export const SHOWN_PAYEES = 200;

export const payoutRun = z.object({
  month,
  /** Null if the month hasn't been paid. `payees` are then the affiliates who would be paid now. */
  paidAt: z.date().nullable(),
  isOver: z.boolean(),
  count: z.int(),
  totalCents: z.int(),
  /** Truncated, sorted by name; `count` is the total. */
  payees: z.array(payee),
  heldBackCount: z.int(),
  heldBack: z.array(payee.extend({ reason: z.string() })),
});
export type PayoutRun = z.infer<typeof payoutRun>;

const transfer = z.object({
  payoutId: z.uuid(),
  affiliateId: z.uuid(),
  name: z.string(),
  amountCents: z.int(),
});

/** A paid month's bank files, and the payouts that a new file can include. */
export const bankFiles = z.object({
  /** Why no file can be made, or null. */
  problem: z.string().nullable(),
  /** True if the files have stand-ins for our bank's details. */
  isStandIn: z.boolean(),
  /** The number of payouts in a new file. */
  count: z.int(),
  totalCents: z.int(),
  files: z.array(
    z.object({
      id: z.uuid(),
      number: z.int(),
      paymentCount: z.int(),
      totalCents: z.int(),
      createdAt: z.date(),
      createdBy: z.string(),
    }),
  ),
  leftOutCount: z.int(),
  /** Payouts that can't go into a file yet. Truncated, sorted by name; `leftOutCount` is the total. */
  leftOut: z.array(transfer.extend({ reason: z.string() })),
  sentCount: z.int(),
  /** Payouts in a file that the bank hasn't returned. Truncated, sorted by name; `sentCount` is the total. */
  sent: z.array(transfer.extend({ file: z.int(), last4: z.string() })),
});
export type BankFiles = z.infer<typeof bankFiles>;

/** `count` and `totalCents` must match the payments that the page showed. */
export const newBankFile = z.object({ month, count: z.int(), totalCents: z.int(), reason });
export const bankFileRequest = z.object({ id: z.uuid(), reason });
export const returnedPayout = z.object({
  payoutId: z.uuid(),
  /** The affiliate gets this reason by email. */
  bankReason: requiredLine('Required Field', 200),
});
export type ReturnedPayout = z.infer<typeof returnedPayout>;

/** `count` and `totalCents` must match the payouts that the page showed. */
export const payMonthInput = z.object({ month, count: z.int(), totalCents: z.int() });
export type PayMonthInput = z.infer<typeof payMonthInput>;

export const payoutFileRequest = z.object({ month, withTaxNumbers: z.boolean(), reason });
export const payoutFile = z.object({ name: z.string(), text: z.string() });

/** Defaults to the current year. */
export const yearInput = z.object({ year: z.int().min(2020).max(2100).optional() });
export const necYear = z.object({
  year: z.int(),
  thresholdCents: z.int(),
  affiliates: z.int(),
  paidCents: z.int(),
  overThreshold: z.int(),
});
