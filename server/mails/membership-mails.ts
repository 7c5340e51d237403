import { z } from 'zod';
import { formatLongDate } from '../lib/dates.ts';
import { formatCents } from '../lib/money.ts';
import { paths } from '../site/pages.shared.ts';
import { formatGreeting, type MailContent, type MailContext } from './mail-content.ts';
import { instant, signedLink } from './mail-props.ts';
import { receiptSubject } from './receipt/receipt-mail-props.ts';

const OWNER_REASON = 'You get this mail because you have an Everything Card membership.';

export const membershipCancelledMailProps = z.object({
  firstname: z.string(),
  planName: z.string(),
  /** Formatted as XXXX-XXXX-XXXX. */
  number: z.string(),
  /** Null if the membership ended immediately. */
  usableUntil: instant.nullable(),
});

/** Sent when a member cancels. The membership works until it expires, unless a payment was overdue (D26). */
export function membershipCancelledMail(
  props: z.infer<typeof membershipCancelledMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const until = props.usableUntil && formatLongDate(props.usableUntil);
  return {
    subject: 'Your membership is canceled',
    preview: until ? `You can use it until ${until}.` : 'It has ended. Nothing more will be charged.',
    heading: 'Your membership is canceled',
    paragraphs: [
      formatGreeting(props.firstname),
      until
        ? 'You can use your membership until its expiry date. Nothing more will be charged.'
        : 'Your membership has ended, and its card no longer works. Nothing more will be charged.',
    ],
    rows: [
      { label: 'Membership', value: props.planName },
      { label: 'Membership ID', value: props.number },
      ...(until ? [{ label: 'Can be used until', value: until }] : []),
    ],
    button: { label: 'See your memberships', url: `${publicUrl}${paths.account()}` },
    remarks: [{ text: 'If you did not cancel it, please contact our customer support.' }],
    reason: OWNER_REASON,
  };
}

export const membershipResumedMailProps = membershipCancelledMailProps
  .omit({ usableUntil: true })
  .extend({ renewsOn: instant });

/** Sent when a member undoes a cancellation. */
export function membershipResumedMail(
  { firstname, planName, number, renewsOn }: z.infer<typeof membershipResumedMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const renewal = formatLongDate(renewsOn);
  return {
    subject: 'Your membership continues',
    preview: `It renews on ${renewal}.`,
    heading: 'Your membership continues',
    paragraphs: [
      formatGreeting(firstname),
      `You resumed your membership. It renews on ${renewal}, and the card that you pay with is charged then. You can cancel again any time before.`,
    ],
    rows: [
      { label: 'Membership', value: planName },
      { label: 'Membership ID', value: number },
      { label: 'Renews on', value: renewal },
    ],
    button: { label: 'See your memberships', url: `${publicUrl}${paths.account()}` },
    remarks: [{ text: 'If you did not resume it, please contact our customer support.' }],
    reason: OWNER_REASON,
  };
}

export const purchaseFailedMailProps = z.object({
  firstname: z.string(),
  totalCents: z.int(),
  tryAgainUrl: signedLink,
});

/** Sent if Stripe didn't confirm a purchase in time (D53). */
export function purchaseFailedMail(props: z.infer<typeof purchaseFailedMailProps>): MailContent {
  const outcome = 'Your purchase did not go through. Nothing was charged.';
  return {
    subject: 'Your purchase did not go through',
    preview: outcome,
    heading: 'Nothing was charged',
    paragraphs: [
      formatGreeting(props.firstname),
      outcome,
      `We could not reach your bank in time to charge ${formatCents(props.totalCents)}. If you still want the Everything Card, this link opens your purchase again.`,
    ],
    button: { label: 'Try again', url: props.tryAgainUrl },
    remarks: [{ text: 'The link works for 3 days. If you no longer want the card, ignore this mail.' }],
    reason: 'You get this mail because a purchase was started with this email address.',
  };
}

export const planEndedMailProps = z.object({
  subject: receiptSubject,
  firstname: z.string(),
  cause: z.enum(['refund', 'dispute']),
  amountCents: z.int(),
});

/** Sent when a plan ends because its price was refunded or a dispute about it was lost (D55). */
export function planEndedMail(
  { subject, firstname, cause, amountCents }: z.infer<typeof planEndedMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const amount = formatCents(amountCents);
  const returned =
    cause === 'refund' ? `We refunded ${amount}` : `Your bank returned your payment of ${amount} to you`;
  return {
    subject: `Your ${subject} has ended`,
    preview: `${returned}. Nothing more will be charged.`,
    heading: `Your ${subject} has ended`,
    paragraphs: [
      formatGreeting(firstname),
      `${returned}, so your ${subject} has ended. Nothing more will be charged.`,
    ],
    button: { label: 'See your account', url: `${publicUrl}${paths.account()}` },
    remarks: [{ text: 'If you think that this is a mistake, please contact our customer support.' }],
    reason: OWNER_REASON,
  };
}

export const completePaymentMailProps = z.object({
  firstname: z.string(),
  totalCents: z.int(),
  completeUrl: signedLink,
});

/** Sent if the bank requires a confirmation (3-D Secure), which only a browser can complete. */
export function completePaymentMail(props: z.infer<typeof completePaymentMailProps>): MailContent {
  const total = formatCents(props.totalCents);
  return {
    subject: 'Complete your purchase',
    preview: 'Your bank wants to confirm this payment with you. Nothing was charged yet.',
    heading: 'Confirm the payment with your bank',
    paragraphs: [
      formatGreeting(props.firstname),
      `Your bank wants to confirm with you that you are paying ${total} for the Everything Card. Nothing was charged yet.`,
      'This link opens your purchase again as you left it, at the same price. Enter your card again, and confirm the payment with your bank.',
    ],
    button: { label: 'Complete your purchase', url: props.completeUrl },
    remarks: [{ text: 'The link works for 3 days. If you no longer want the card, ignore this mail.' }],
    reason: 'You get this mail because a purchase was begun with this e-mail address.',
  };
}

export const planChangeMailProps = z.object({
  change: z.enum(['scheduled', 'withdrawn']),
  firstname: z.string(),
  /** Formatted as XXXX-XXXX-XXXX. */
  number: z.string(),
  /** The plan from the next renewal. */
  planName: z.string(),
  from: instant,
  /** The price of the next renewal. */
  amountCents: z.int(),
});

/** Sent when a member schedules the change to the individual plan, or undoes it. */
export function planChangeMail(
  { change, firstname, number, planName, from, amountCents }: z.infer<typeof planChangeMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const renewal = `${formatCents(amountCents)} on ${formatLongDate(from)}`;
  const subject =
    change === 'scheduled' ? `Your membership changes to ${planName}` : `Your membership stays ${planName}`;
  return {
    subject,
    preview: `Your next bill is ${renewal}.`,
    heading: subject,
    paragraphs: [
      formatGreeting(firstname),
      change === 'scheduled'
        ? `Your membership changes to ${planName} on ${formatLongDate(from)}. Until then, your family can use it as before; then your family leaves the card.`
        : `Your membership stays ${planName}, as you asked, and your family stays on the card.`,
      `Your next bill is ${renewal}. You can change this any time before.`,
    ],
    rows: [
      { label: 'Membership ID', value: number },
      { label: 'Next bill', value: renewal },
    ],
    button: { label: 'See your memberships', url: `${publicUrl}${paths.account()}` },
    remarks: [{ text: 'If this wasn’t you, please contact our customer support.' }],
    reason: OWNER_REASON,
  };
}
