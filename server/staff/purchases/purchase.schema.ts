import { z } from 'zod';
import { finding } from '../../domains/reconciliation/finding.schema.ts';
import { readDollars } from '../../lib/readers/money.ts';
import { valueOrNull } from '../../lib/readers/reading.ts';
import { optionalEmailLine } from '../../lib/text.ts';
import { timelineEntry } from '../kit/timeline.schema.ts';

/**
 * The id of a purchase, or of its subscription, invoice, payment intent, charge, refund, or dispute at
 * Stripe.
 */
const caseId = z
  .string()
  .trim()
  .regex(/^[\w-]{1,100}$/, 'This isn’t a purchase ID or a Stripe ID');

export const repairInput = z.object({ id: caseId });

export const refundInput = repairInput.extend({
  /** In dollars. Empty to refund everything that is left. */
  amount: z
    .string()
    .refine(
      (text) => text.trim() === '' || Boolean(valueOrNull(readDollars(text))),
      'Enter an amount like 12.50',
    )
    .transform((text) => (text.trim() === '' ? null : valueOrNull(readDollars(text)))),
  keepsMembership: z.boolean(),
});

export const adoptInput = repairInput.extend({
  /** Empty to use the plan in Stripe's metadata. */
  planId: z
    .string()
    .regex(/^\d{0,4}$/)
    .transform((text) => (text === '' ? undefined : Number(text))),
  email: optionalEmailLine(),
});

const instant = z.date();
const cents = z.int();
const text = z.string();

export const purchaseDetail = z.object({
  /** Null if only Stripe has it. */
  purchase: z
    .object({
      id: z.uuid(),
      kind: text,
      status: text,
      attempt: z.int(),
      totalCents: cents,
      email: text,
      accountId: text.nullable(),
      card: text.nullable(),
      failure: text.nullable(),
      promoCode: text.nullable(),
      createdAt: instant,
      attemptStartedAt: instant,
      settledAt: instant.nullable(),
    })
    .nullable(),
  lines: z.array(z.object({ description: text, quantity: z.int(), amountCents: cents })),
  /** What the buyer entered, by field. */
  cart: z.array(z.object({ field: text, value: text })),
  charges: z.array(
    z.object({
      id: text,
      sale: text,
      at: instant,
      status: text,
      amountCents: cents,
      refundedCents: cents,
      isDisputed: z.boolean(),
    }),
  ),
  sales: z.array(z.object({ id: text, type: text, status: text })),
  payments: z.array(
    z.object({ id: text, invoice: text, at: instant, amountCents: cents, returnedCents: cents }),
  ),
  memberships: z.array(
    z.object({ id: text, number: text, status: text, until: instant, endedAt: instant.nullable() }),
  ),
  postings: z.array(z.object({ id: text, at: instant, entry: text, account: text, amountCents: cents })),
  mails: z.array(z.object({ id: text, at: instant, mail: text, state: text })),
  timeline: z.array(timelineEntry),
  /** The repairs that may apply. */
  repairs: z.array(z.enum(['settle', 'fail', 'refund', 'adopt', 'fulfill', 'correct'])),
});
export type PurchaseDetail = z.infer<typeof purchaseDetail>;

export const reconciliationReport = z.object({
  /** Null before the first comparison. */
  last: z.object({ from: instant, to: instant, finishedAt: instant }).nullable(),
  findings: z.array(
    finding.extend({
      meaning: text,
      remedy: text,
      /** The page where staff repair it. Null if the id identifies a balance transaction. */
      path: text.nullable(),
    }),
  ),
});
export type ReconciliationReport = z.infer<typeof reconciliationReport>;
