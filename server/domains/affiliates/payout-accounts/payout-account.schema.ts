import { z } from 'zod';
import { plainNumber } from '../../../lib/readers/plain-text.ts';
import { isRoutingNumber } from '../../../lib/routing-number.ts';
import { nameLine, requiredLine } from '../../../lib/text.ts';
import { existingPassword } from '../../accounts/account.schema.ts';

const REQUIRED = 'Required Field';
/** Bank files can't contain other letters. Accents are removed. */
const LATIN = /[a-z]/i;

/** The longest input for a number, including the spaces and hyphens that group its digits. */
export const MAX_NUMBER_INPUT = 40;

/** Digits that may be grouped by spaces and hyphens. */
const digits = () =>
  requiredLine(REQUIRED, MAX_NUMBER_INPUT).transform((text) => plainNumber(text).replace(/[\s-]/g, ''));

export const ACCOUNT_KINDS = ['checking', 'savings'] as const;

/** A US bank account. Its number is typed twice. */
export const payoutAccountInput = z
  .object({
    holderName: nameLine(REQUIRED, 60).refine(
      (name) => LATIN.test(name.normalize('NFKD')),
      'Please enter the name in Latin letters, as it appears on your bank statement',
    ),
    routingNumber: digits().refine(isRoutingNumber, 'Please enter the 9 digits on your checks'),
    accountNumber: digits().refine((text) => /^\d{4,17}$/.test(text), 'Please enter 4 to 17 digits'),
    confirmNumber: digits(),
    kind: z.enum(ACCOUNT_KINDS, { error: REQUIRED }),
    currentPassword: existingPassword,
  })
  .refine(({ accountNumber, confirmNumber }) => accountNumber === confirmNumber, {
    path: ['confirmNumber'],
    error: 'The account numbers don’t match',
  });
export type PayoutAccountInput = z.infer<typeof payoutAccountInput>;

/** The fields of the bank account on file that its owner may see. */
export const payoutAccount = z.object({
  holderName: z.string(),
  routingNumber: z.string(),
  kind: z.enum(ACCOUNT_KINDS),
  last4: z.string(),
  since: z.date(),
  /** Payouts don't use the account before this time. */
  usableFrom: z.date(),
  /** Set if the bank returned a payout. */
  returned: z.object({ at: z.date(), reason: z.string() }).nullable(),
});
export type PayoutAccount = z.infer<typeof payoutAccount>;

/** The first month with a payout above zero, or the next one that can be paid if there is none. */
export const nextPayout = z.object({
  /** YYYY-MM. */
  month: z.string(),
  /** The first day on which the month can be paid. Null if that day has come. */
  from: z.date().nullable(),
  /** The amount known to be payable by then. Refunds may still reduce it. Never negative. */
  amountCents: z.int(),
  /** Refunds that exceed the amount and reduce later commissions. */
  owedCents: z.int(),
});
export type NextPayout = z.infer<typeof nextPayout>;

export const payoutOverview = z.object({
  account: payoutAccount.nullable(),
  /** True until a bank account that replaced another one may be used. */
  isAccountHeld: z.boolean(),
  /** The forms on file. */
  taxForms: z.array(z.object({ kind: z.enum(['w9', 'w8ben']), masked: z.string(), acceptedAt: z.date() })),
  donates: z.boolean(),
  next: nextPayout,
  /** The newest payouts first. */
  payouts: z.array(
    z.object({
      id: z.uuid(),
      month: z.string(),
      amountCents: z.int(),
      paidAt: z.date(),
      /**
       * A payout is 'approved' until a bank file includes it. It is 'paid' if its month was paid without bank
       * files.
       */
      status: z.enum(['paid', 'approved', 'sent', 'returned']),
      sentAt: z.date().nullable(),
      last4: z.string().nullable(),
      returnReason: z.string().nullable(),
    }),
  ),
});
export type PayoutOverview = z.infer<typeof payoutOverview>;
