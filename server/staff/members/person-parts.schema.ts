import { z } from 'zod';
import { timelineEntry } from '../kit/timeline.schema.ts';

/** The rows of tables that the pages of members and memberships share. */

export const paymentRow = z.object({
  id: z.uuid(),
  purchaseId: z.uuid(),
  description: z.string(),
  paidAt: z.date(),
  amountCents: z.int(),
  refundedCents: z.int(),
  /** The card that was charged, such as 'Visa 4242'. Null if nothing was charged. */
  card: z.string().nullable(),
});
export type PaymentRow = z.infer<typeof paymentRow>;

export const agreementRow = z.object({
  id: z.uuid(),
  contract: z.string(),
  version: z.int(),
  agreedAt: z.date(),
  ip: z.string(),
});

export const mailRow = z.object({
  id: z.string(),
  mail: z.string(),
  subject: z.string().nullable(),
  state: z.string(),
  at: z.date(),
  canResend: z.boolean(),
});
export type MailRow = z.infer<typeof mailRow>;

export const history = z.object({
  payments: z.array(paymentRow),
  agreements: z.array(agreementRow),
  mails: z.array(mailRow),
  /** Why the address gets no mail, or only some. */
  suppressions: z.array(z.string()),
  timeline: z.array(timelineEntry),
});
