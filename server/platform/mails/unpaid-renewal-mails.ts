import { z } from 'zod';
import { formatDateInWords } from '../../lib/dates.ts';
import { formatCents } from '../../lib/money.ts';
import { paths } from '../../lib/pages.shared.ts';
import { formatGreeting, type MailContent, type MailContext } from './mail-content.ts';
import { instant, link, signedLink } from './mail-props.ts';

/** What a subscription pays for. */
export const billedSubject = z.enum(['membership', 'business plan', 'corporate plan']);
export type BilledSubject = z.infer<typeof billedSubject>;

interface BillTexts {
  /** What works or doesn't work while the bill is open. */
  suspended: string;
  /** What happens if the bill isn't paid, as the end of a sentence. */
  consequence: string;
  /** What no longer works once the subscription has ended. */
  ended: string;
  /** The path of the page where the same product can be bought again. */
  buyPath: string;
  reason: string;
}

const TEXTS_BY_SUBJECT: Record<BilledSubject, BillTexts> = {
  membership: {
    suspended: 'Your membership card won’t work until it’s paid.',
    consequence: 'your membership ends',
    ended: 'Your membership card no longer works.',
    buyPath: paths.pricing(),
    reason: 'You’re getting this email because you have an Everything Card membership.',
  },
  'business plan': {
    suspended: 'Your business stays listed for now.',
    consequence: 'your plan ends and your business leaves the savings search',
    ended: 'Your business is no longer in the savings search.',
    buyPath: paths.businessPlans(),
    reason: 'You’re getting this email because you have a business plan with Everything Card.',
  },
  'corporate plan': {
    suspended: 'Your employees’ cards won’t work until it’s paid.',
    consequence: 'your plan and its cards end',
    ended: 'Your employees’ cards no longer work.',
    buyPath: paths.corporate(),
    reason: 'You’re getting this email because you have a corporate plan with Everything Card.',
  },
};

export const unpaidMailProps = z.object({
  /** A person's first name, or the name of a business or company. */
  firstname: z.string(),
  amountCents: z.int(),
  /** A sentence that explains why the charge failed. */
  message: z.string(),
  payUrl: signedLink.optional(),
  /** True if the bank didn't decline the charge, but wants the cardholder to confirm it. */
  needsCheck: z.boolean().default(false),
  /** Set instead of `payUrl` in jobs that an older release enqueued. */
  manageUrl: link.optional(),
  /** The last day to pay (D26). */
  payUntil: instant.nullish(),
  /** Whether this is the first email about the bill, a reminder, or the last one. */
  stage: z.enum(['failed', 'reminder', 'last-reminder']).default('failed'),
});
type UnpaidMailProps = z.infer<typeof unpaidMailProps>;

/** Sent when a renewal is declined, and again while it is unpaid (D26). */
export function unpaidMail(subject: BilledSubject) {
  return (props: UnpaidMailProps, { publicUrl }: MailContext): MailContent => {
    const { suspended, consequence, reason } = TEXTS_BY_SUBJECT[subject];
    const amount = formatCents(props.amountCents);
    const deadline = props.payUntil ? formatDateInWords(props.payUntil) : null;
    return {
      ...describeStage(props, subject, amount, deadline),
      paragraphs: [
        formatGreeting(props.firstname),
        props.needsCheck
          ? `Your bank wants you to confirm the ${amount} payment that renews your ${subject}. You haven’t been charged yet.`
          : `We couldn’t charge ${amount} to renew your ${subject}. Your bank said: ${props.message}`,
        `${suspended} Please ${props.needsCheck ? 'confirm' : 'pay'} ${deadline ? `by ${deadline}` : 'within 14 days'}, or ${consequence}.`,
        props.needsCheck
          ? 'Enter your payment card on the page below, and your bank will ask you to confirm. You don’t need to log in.'
          : 'You can pay with the same payment card or a new one, and you don’t need to log in.',
      ],
      rows: [
        { label: 'Amount due', value: amount },
        ...(deadline ? [{ label: 'Pay by', value: deadline }] : []),
      ],
      button: {
        label: props.needsCheck ? `Confirm and pay ${amount}` : `Update card and pay ${amount}`,
        url: props.payUrl ?? props.manageUrl ?? `${publicUrl}${paths.account()}`,
      },
      remarks: [
        ...(props.stage === 'failed' && !props.needsCheck
          ? [{ text: 'We’ll also try the same payment card again in a few days.' }]
          : []),
        { text: 'Think this is a mistake? Please contact customer support.' },
      ],
      reason,
    };
  };
}

function describeStage(
  { stage, needsCheck }: UnpaidMailProps,
  subject: BilledSubject,
  amount: string,
  deadline: string | null,
): Pick<MailContent, 'subject' | 'preview' | 'heading'> {
  const { consequence } = TEXTS_BY_SUBJECT[subject];
  const preview = needsCheck
    ? `Your bank wants you to confirm the ${amount} for your ${subject}.`
    : `We couldn’t charge ${amount} to renew your ${subject}.`;
  if (stage === 'failed') {
    const title = needsCheck ? 'Please confirm your payment' : 'Your payment didn’t go through';
    return { subject: title, preview, heading: title };
  }
  const stillOpen = `You still owe ${amount} for your ${subject}`;
  if (stage === 'reminder' || !deadline) return { subject: stillOpen, preview, heading: stillOpen };
  const endSentence = `Your ${subject} ends on ${deadline}`;
  return { subject: endSentence, preview: `Pay ${amount} by then, or ${consequence}.`, heading: endSentence };
}

export const endedUnpaidMailProps = z.object({
  subject: billedSubject,
  firstname: z.string(),
  amountCents: z.int(),
  /** When the charge failed. */
  failedAt: instant,
  endedAt: instant,
});

/** Sent when a subscription ended because its bill wasn't paid (D26). */
export function endedUnpaidMail(
  { subject, firstname, amountCents, failedAt, endedAt }: z.infer<typeof endedUnpaidMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const { ended, buyPath, reason } = TEXTS_BY_SUBJECT[subject];
  const title = `Your ${subject} has ended`;
  return {
    subject: title,
    preview: 'The last bill wasn’t paid. You won’t be charged again.',
    heading: title,
    paragraphs: [
      formatGreeting(firstname),
      `We couldn’t charge ${formatCents(amountCents)} to renew your ${subject} on ${formatDateInWords(failedAt)}, and the bill wasn’t paid in time. Your ${subject} ended on ${formatDateInWords(endedAt)}. ${ended}`,
      'The bill is closed, and you won’t be charged again. You’re welcome back any time.',
    ],
    button: { label: 'See the plans', url: `${publicUrl}${buyPath}` },
    remarks: [{ text: 'Think this is a mistake? Please contact customer support.' }],
    reason: reason.replace('you have', 'you had'),
  };
}
