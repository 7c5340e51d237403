import { z } from 'zod';
import { formatLongDate } from '../lib/dates.ts';
import { formatCents } from '../lib/money.ts';
import { greeting, type MailContent } from './mail-content.ts';
import { instant, link } from './mail-props.ts';

export const companyDeclinedMailProps = z.object({
  /** The company's name. */
  firstname: z.string(),
  amountCents: z.int(),
  /** Stripe's message about the decline. */
  message: z.string(),
  manageUrl: link,
  /** The last day to pay (D26). */
  payUntil: instant.nullish(),
});

/** Sent when a company's renewal is declined. Its employees' cards don't work until it pays (D26). */
export function companyDeclinedMail(props: z.infer<typeof companyDeclinedMailProps>): MailContent {
  const amount = formatCents(props.amountCents);
  const deadline = props.payUntil ? ` until ${formatLongDate(props.payUntil)}` : ' for 14 days';
  return {
    subject: 'Your payment failed',
    preview: `The renewal of your corporate plan (${amount}) could not be charged.`,
    heading: 'Your payment failed',
    paragraphs: [
      greeting(props.firstname),
      `We could not charge ${amount} for the renewal of your corporate plan. Your bank says: ${props.message}`,
      `Your employees’ cards do not work while the bill is open. It stays open to be paid${deadline}; then the plan and its cards end.`,
      'We try the same card again in a few days.',
    ],
    button: { label: 'See your company', url: props.manageUrl },
    remarks: [
      {
        text: 'If you have a new card, or think that this is a mistake, please contact our customer support.',
      },
    ],
    reason: 'You get this mail because you have a corporate plan with Everything Card.',
  };
}
