import { z } from 'zod';
import { formatLongDate } from '../lib/dates.ts';
import { formatCents } from '../lib/money.ts';
import { paths } from '../site/pages.shared.ts';
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
  /** The page on which the same product can be bought again. */
  buyPath: string;
  reason: string;
}

const TEXTS_BY_SUBJECT: Record<BilledSubject, BillTexts> = {
  membership: {
    suspended: 'Your card does not work while the bill is open.',
    consequence: 'the membership ends',
    ended: 'Its card no longer works.',
    buyPath: paths.pricing(),
    reason: 'You get this mail because you have an Everything Card membership.',
  },
  'business plan': {
    suspended: 'Your business stays listed while the bill is open.',
    consequence: 'the plan ends, and your business leaves the savings search',
    ended: 'Your business is no longer in the savings search.',
    buyPath: paths.businessPlans(),
    reason: 'You get this mail because you have a business plan with Everything Card.',
  },
  'corporate plan': {
    suspended: 'Your employees’ cards do not work while the bill is open.',
    consequence: 'the plan and its cards end',
    ended: 'Its cards no longer work.',
    buyPath: paths.corporate(),
    reason: 'You get this mail because you have a corporate plan with Everything Card.',
  },
};

export const unpaidMailProps = z.object({
  /** A person's first name, or the name of a business or company. */
  firstname: z.string(),
  amountCents: z.int(),
  /** A sentence that explains why the charge failed. */
  message: z.string(),
  payUrl: signedLink.optional(),
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
    const deadline = props.payUntil ? formatLongDate(props.payUntil) : null;
    return {
      ...describeStage(props, subject, amount, deadline),
      paragraphs: [
        formatGreeting(props.firstname),
        `We could not charge ${amount} for the renewal of your ${subject}. Your bank says: ${props.message}`,
        `${suspended} You can pay it ${deadline ? `until ${deadline}` : 'for 14 days'}; then ${consequence}.`,
        'You can pay with the same card or a new one. The link below works without signing in.',
      ],
      rows: [
        { label: 'Amount due', value: amount },
        ...(deadline ? [{ label: 'Pay by', value: deadline }] : []),
      ],
      button: {
        label: `Update card and pay ${amount}`,
        url: props.payUrl ?? props.manageUrl ?? `${publicUrl}${paths.account()}`,
      },
      remarks: [
        ...(props.stage === 'failed' ? [{ text: 'We also try the same card again in a few days.' }] : []),
        { text: 'If you think that this is a mistake, please contact our customer support.' },
      ],
      reason,
    };
  };
}

function describeStage(
  { stage }: UnpaidMailProps,
  subject: BilledSubject,
  amount: string,
  deadline: string | null,
): Pick<MailContent, 'subject' | 'preview' | 'heading'> {
  const { consequence } = TEXTS_BY_SUBJECT[subject];
  const preview = `The renewal of your ${subject} (${amount}) could not be charged.`;
  if (stage === 'failed') {
    return { subject: 'Your payment failed', preview, heading: 'Your payment failed' };
  }
  const stillOpen = `Your bill of ${amount} is still open`;
  if (stage === 'reminder' || !deadline) return { subject: stillOpen, preview, heading: stillOpen };
  const last = `Your ${subject} ends on ${deadline}`;
  return { subject: last, preview: `Pay ${amount} by then, or ${consequence}.`, heading: last };
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
    preview: 'Its last bill was not paid. Nothing more will be charged.',
    heading: title,
    paragraphs: [
      formatGreeting(firstname),
      `We could not charge ${formatCents(amountCents)} for the renewal of your ${subject} on ${formatLongDate(failedAt)}, and the bill was not paid in time. So your ${subject} ended on ${formatLongDate(endedAt)}. ${ended}`,
      'The bill is closed: it can no longer be paid, and nothing more will be charged. You can come back any time.',
    ],
    button: { label: 'See the plans', url: `${publicUrl}${buyPath}` },
    remarks: [{ text: 'If you think that this is a mistake, please contact our customer support.' }],
    reason: reason.replace('you have', 'you had'),
  };
}
