import { z } from 'zod';
import { formatDateInWords } from '../../lib/dates.ts';
import { formatCents } from '../../lib/money.ts';
import { paths } from '../../lib/pages.shared.ts';
import { formatGreeting, type MailContent, type MailContext } from './mail-content.ts';
import { instant, signedLink } from './mail-props.ts';
import { receiptSubject } from './receipt/receipt-subject.shared.ts';

const OWNER_REASON = 'You’re getting this email because you have an Everything Card membership.';
const BUYER_REASON = 'You’re getting this email because you bought an Everything Card membership.';

export const membershipCancelledMailProps = z.object({
  firstname: z.string(),
  planName: z.string(),
  /** Formatted as XXXX-XXXX-XXXX. */
  number: z.string(),
  /** Null if the membership ended immediately. */
  usableUntil: instant.nullable(),
  /** True if the recipient didn't cancel it, but the person who pays for it. Older jobs have no value. */
  isByPayer: z.boolean().default(false),
  /** True if the recipient bought the membership as a guest, and somebody else canceled it. */
  isForBuyer: z.boolean().default(false),
  /** True if a company canceled its corporate plan. */
  isCompany: z.boolean().default(false),
});

/** Sent when a member cancels. The membership works until it expires, unless a payment was overdue (D26). */
export function membershipCancelledMail(
  props: z.infer<typeof membershipCancelledMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const until = props.usableUntil && formatDateInWords(props.usableUntil);
  const rows = [
    { label: 'Membership', value: props.planName },
    { label: 'Membership ID', value: props.number },
    ...(until ? [{ label: 'Good until', value: until }] : []),
  ];
  if (props.isCompany) return companyCancelledMail(props, until, publicUrl);
  if (props.isForBuyer) {
    const heading = 'The membership you bought is canceled';
    const end = until ? `It can be used until ${until}, and you` : 'It has ended. You';
    return {
      subject: heading,
      preview: 'You won’t be charged again.',
      heading,
      paragraphs: ['Hello,', `${heading}. ${end} won’t be charged again.`],
      rows,
      remarks: [{ text: 'Questions? Please contact customer support.' }],
      reason: BUYER_REASON,
    };
  }
  return {
    subject: 'Your membership is canceled',
    preview: until ? `You can use it until ${until}.` : 'It has ended. You won’t be charged again.',
    heading: 'Your membership is canceled',
    paragraphs: [
      formatGreeting(props.firstname),
      ...(props.isByPayer ? ['The person who pays for your membership canceled it.'] : []),
      until
        ? `${props.isByPayer ? 'It doesn’t renew.' : 'We canceled your membership.'} You can use it until ${until}, and you won’t be charged again.`
        : 'Your membership has ended, and your card no longer works. You won’t be charged again.',
    ],
    rows,
    button: { label: 'See your memberships', url: `${publicUrl}${paths.account()}` },
    remarks: [{ text: 'Didn’t cancel it? Please contact customer support.' }],
    reason: OWNER_REASON,
  };
}

const COMPANY_REASON = 'You’re getting this email because you have a corporate plan with Everything Card.';

function companyCancelledMail(
  { firstname }: Pick<z.infer<typeof membershipCancelledMailProps>, 'firstname'>,
  until: string | null,
  publicUrl: string,
): MailContent {
  const cards = until
    ? `Your employees’ cards work until ${until}.`
    : 'It has ended, and your employees’ cards no longer work.';
  return {
    subject: 'Your corporate plan is canceled',
    preview: `${cards} You won’t be charged again.`,
    heading: 'Your corporate plan is canceled',
    paragraphs: [
      formatGreeting(firstname),
      `We canceled your corporate plan. ${cards} You won’t be charged again.`,
      'We’re emailing each employee whose address we have.',
    ],
    ...(until ? { rows: [{ label: 'Cards work until', value: until }] } : {}),
    button: { label: 'See the cards', url: `${publicUrl}${paths.company()}` },
    remarks: [{ text: 'Didn’t cancel it? Please contact customer support.' }],
    reason: COMPANY_REASON,
  };
}

export const membershipLinkMailProps = membershipCancelledMailProps
  .pick({ firstname: true, planName: true, number: true })
  .extend({ cancelUrl: signedLink });

/** Sent to a guest whose link to manage the membership has expired. */
export function membershipLinkMail({
  firstname,
  planName,
  number,
  cancelUrl,
}: z.infer<typeof membershipLinkMailProps>): MailContent {
  return {
    subject: 'Manage your membership',
    preview: 'Here’s the new link that you requested.',
    heading: 'Manage your membership',
    paragraphs: [formatGreeting(firstname), 'Here’s the new link that you requested.'],
    rows: [
      { label: 'Membership', value: planName },
      { label: 'Membership ID', value: number },
    ],
    button: { label: 'Manage or cancel', url: cancelUrl },
    remarks: [{ text: 'Didn’t request it? You can ignore this email.' }],
    reason: OWNER_REASON,
  };
}

export const membershipResumedMailProps = membershipCancelledMailProps
  .omit({ usableUntil: true, isByPayer: true, isForBuyer: true })
  .extend({ renewsOn: instant, cancelUrl: signedLink.optional() });

/**
 * Sent when a member undoes a cancellation. `cancelUrl` is for the guest who bought the membership that the
 * member has claimed.
 */
export function membershipResumedMail(
  { firstname, planName, number, renewsOn, cancelUrl, isCompany }: z.infer<typeof membershipResumedMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const renewal = formatDateInWords(renewsOn);
  if (isCompany) {
    return {
      subject: 'Your corporate plan continues',
      preview: `It renews on ${renewal}.`,
      heading: 'Your corporate plan continues',
      paragraphs: [
        formatGreeting(firstname),
        `You resumed your corporate plan. It renews on ${renewal}, and we’ll charge the card on file then. You can cancel again any time before then.`,
        'We’re emailing each employee whose address we have.',
      ],
      rows: [{ label: 'Renews on', value: renewal }],
      button: { label: 'See the cards', url: `${publicUrl}${paths.company()}` },
      remarks: [{ text: 'Didn’t resume it? Please contact customer support.' }],
      reason: COMPANY_REASON,
    };
  }
  return {
    subject: cancelUrl ? 'The membership you bought continues' : 'Your membership continues',
    preview: `It renews on ${renewal}.`,
    heading: cancelUrl ? 'The membership you bought continues' : 'Your membership continues',
    paragraphs: [
      cancelUrl ? 'Hello,' : formatGreeting(firstname),
      `${cancelUrl ? 'The person who uses this membership' : 'You'} resumed ${cancelUrl ? 'it' : 'your membership'}. It renews on ${renewal}, and we’ll charge the card on file then. You can cancel again any time before then.`,
    ],
    rows: [
      { label: 'Membership', value: planName },
      { label: 'Membership ID', value: number },
      { label: 'Renews on', value: renewal },
    ],
    button: cancelUrl
      ? { label: 'Manage or cancel', url: cancelUrl }
      : { label: 'See your memberships', url: `${publicUrl}${paths.account()}` },
    remarks: [{ text: `${cancelUrl ? 'Questions' : 'Didn’t resume it'}? Please contact customer support.` }],
    reason: cancelUrl ? BUYER_REASON : OWNER_REASON,
  };
}

export const purchaseFailedMailProps = z.object({
  firstname: z.string(),
  totalCents: z.int(),
  tryAgainUrl: signedLink,
});

/** Sent if Stripe didn't confirm a purchase in time (D53). */
export function purchaseFailedMail(props: z.infer<typeof purchaseFailedMailProps>): MailContent {
  return {
    subject: 'Your purchase didn’t go through',
    preview: 'You weren’t charged, and you can try again.',
    heading: 'You weren’t charged',
    paragraphs: [
      formatGreeting(props.firstname),
      'Your purchase did not go through. Nothing was charged.',
      `We couldn’t confirm the charge of ${formatCents(props.totalCents)} in time, so we canceled it.`,
      'Still want the Everything Card? Your order is saved, so you can pick up where you left off.',
    ],
    button: { label: 'Try again', url: props.tryAgainUrl },
    remarks: [{ text: 'The link works for 3 days. Changed your mind? You can ignore this email.' }],
    reason: 'You’re getting this email because someone started a purchase with this address.',
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
    preview: `${returned}. You won’t be charged again.`,
    heading: `Your ${subject} has ended`,
    paragraphs: [
      formatGreeting(firstname),
      `${returned}, so your ${subject} has ended. You won’t be charged again.`,
      ...(subject === 'corporate plan'
        ? ['Your employees’ cards no longer work. We’re emailing each employee whose address we have.']
        : []),
    ],
    button: { label: 'See your account', url: `${publicUrl}${paths.account()}` },
    remarks: [{ text: 'Think this is a mistake? Please contact customer support.' }],
    reason: `You’re getting this email because you had a ${subject} with Everything Card.`,
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
    preview: 'Your bank needs you to confirm the payment. You haven’t been charged yet.',
    heading: 'Confirm the payment with your bank',
    paragraphs: [
      formatGreeting(props.firstname),
      `Your bank needs you to confirm your payment of ${total} for the Everything Card. You haven’t been charged yet.`,
      'Your order is saved at the same price. Enter your card again, and confirm the payment with your bank.',
    ],
    button: { label: 'Complete your purchase', url: props.completeUrl },
    remarks: [{ text: 'The link works for 3 days. Changed your mind? You can ignore this email.' }],
    reason: 'You’re getting this email because someone started a purchase with this address.',
  };
}

export const planChangeMailProps = z.object({
  change: z.enum(['scheduled', 'withdrawn']),
  firstname: z.string(),
  /** Formatted as XXXX-XXXX-XXXX. */
  number: z.string(),
  /** The plan that applies from the next renewal. */
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
  const renewal = `${formatCents(amountCents)} on ${formatDateInWords(from)}`;
  const subject =
    change === 'scheduled'
      ? `Your membership changes to ${planName}`
      : `You’re keeping your ${planName} membership`;
  return {
    subject,
    preview: `Your next bill is ${renewal}.`,
    heading: subject,
    paragraphs: [
      formatGreeting(firstname),
      change === 'scheduled'
        ? `Your membership changes to ${planName} on ${formatDateInWords(from)}. Your family can use the card until then, but not after.`
        : `You’re keeping your ${planName} membership, as you asked, and your family stays on the card.`,
      `Your next bill is ${renewal}. You can change your mind any time before then.`,
    ],
    rows: [
      { label: 'Membership ID', value: number },
      { label: 'Next bill', value: renewal },
    ],
    button: { label: 'See your memberships', url: `${publicUrl}${paths.account()}` },
    remarks: [{ text: 'Wasn’t you? Please contact customer support.' }],
    reason: OWNER_REASON,
  };
}
