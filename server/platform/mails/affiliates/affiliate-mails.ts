import { z } from 'zod';
import { formatCents } from '../../../lib/money.ts';
import { paths } from '../../../lib/pages.shared.ts';
import { formatGreeting, type MailContent, type MailContext } from '../mail-content.ts';

const affiliateRole = z.enum(['friend', 'influencer', 'loyalty', 'educator']);

export const affiliateWelcomeMailProps = z.object({
  firstname: z.string(),
  role: affiliateRole,
  referenceCode: z.string(),
  donates: z.boolean(),
  friendBonusCents: z.int(),
});
type Props = z.infer<typeof affiliateWelcomeMailProps>;

/** On screen, an influencer is a Service Member. */
const ROLE_NAMES = {
  friend: 'a Friend',
  influencer: 'a Service Member',
  loyalty: 'a member of the Business Loyalty Program',
  educator: 'an Educator',
} as const satisfies Record<Props['role'], string>;

function describeEarnings({ role, donates, friendBonusCents }: Props): string {
  if (role === 'loyalty') return 'The program pays no commission on sales.';
  const earnings = {
    friend: `${formatCents(friendBonusCents)} for each person who joins with your code, once per person`,
    influencer: '20% of the first payment from everyone who buys with your code',
    educator:
      '20% of every payment for memberships bought with your code, and 5% of the sales of people you brought in',
  }[role];
  return donates
    ? `You donate what you earn to the community fund: ${earnings}.`
    : `You earn ${earnings}. Each amount is pending for 30 days, and then payable.`;
}

/** Sent after an affiliate signup, with the link to share. */
export function affiliateWelcomeMail(props: Props, { publicUrl }: MailContext): MailContent {
  const { firstname, role, referenceCode } = props;
  const link = `${publicUrl}${paths.home()}?${new URLSearchParams({ ref: referenceCode })}`;
  return {
    subject: 'You’re all set! Here’s your reference code',
    preview: `Share ${referenceCode}, or your own link.`,
    heading: 'You’re all set!',
    paragraphs: [
      formatGreeting(firstname),
      `You’re signed up as ${ROLE_NAMES[role]}. Share your link, or give people your reference code to enter when they buy.`,
      describeEarnings(props),
    ],
    rows: [
      { label: 'Reference code', value: referenceCode },
      { label: 'Your link', value: link, wide: true },
    ],
    button: { label: 'Open your link', url: link },
    ...(role === 'loyalty'
      ? {}
      : { remarks: [{ text: 'Whenever you recommend us, say that you may earn from a sale.' }] }),
    reason: 'You’re getting this email because you signed up as an affiliate of Everything Card.',
  };
}

export const payoutAccountChangedMailProps = z.object({
  firstname: z.string(),
  last4: z.string(),
  /** How long the new account gets no payout. 0 for the first account. */
  holdDays: z.int().nonnegative(),
});

/** Sent when an affiliate's bank account was entered or replaced. */
export function payoutAccountChangedMail(
  { firstname, last4, holdDays }: z.infer<typeof payoutAccountChangedMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const verb = holdDays === 0 ? 'added' : 'changed';
  const title = `Your bank account for payouts was ${verb}`;
  return {
    subject: title,
    preview: `Your payouts now go to the account ending in ${last4}.`,
    heading: title,
    paragraphs: [
      formatGreeting(firstname),
      `Your payouts now go to the bank account ending in ${last4}.`,
      ...(holdDays === 0
        ? []
        : [
            `To keep your money safe, we won’t send anything to it for the next ${holdDays} days. A payout that’s due waits until then.`,
          ]),
    ],
    button: { label: 'See your payouts', url: `${publicUrl}${paths.affiliate()}` },
    remarks: [
      {
        text: 'Wasn’t you? Choose a new password right away, and contact us.',
        link: { label: 'Contact us', url: `${publicUrl}${paths.contact()}` },
      },
    ],
    reason: `You’re getting this email because the bank account for your payouts was ${verb}.`,
  };
}

export const payoutSentMailProps = z.object({
  firstname: z.string(),
  /** YYYY-MM. */
  month: z.string(),
  amountCents: z.int(),
  /** Of the bank account. Null if the payout is sent another way. */
  last4: z.string().nullable(),
});

/** Sent when a month's commissions are paid. */
export function payoutSentMail(
  { firstname, month, amountCents, last4 }: z.infer<typeof payoutSentMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const amount = formatCents(amountCents);
  const title = `Your payout of ${amount} is on its way`;
  return {
    subject: title,
    preview: `It’s what you earned through ${formatMonth(month)}.`,
    heading: title,
    paragraphs: [
      formatGreeting(firstname),
      `We’re sending you ${amount}, which is what you earned through ${formatMonth(month)}. ${last4 ? 'Most banks show it within a few business days.' : 'We’ll send it the way we agreed on.'}`,
    ],
    rows: [
      { label: 'Amount', value: amount },
      ...(last4 ? [{ label: 'Account', value: `Ending in ${last4}` }] : []),
    ],
    button: { label: 'See what you earned', url: `${publicUrl}${paths.affiliate()}` },
    reason: 'You’re getting this email because you’re an affiliate of Everything Card.',
  };
}

export const payoutHeldMailProps = z.object({
  firstname: z.string(),
  amountCents: z.int(),
  missing: z.enum(['tax-form', 'bank-account']),
});

const MISSING_TEXTS = {
  'tax-form': {
    need: 'we need your tax form first: a W-9 in the US, or a W-8BEN in other countries',
    button: 'Add your tax form',
  },
  'bank-account': { need: 'we need your bank account first', button: 'Add your bank account' },
} as const;

/** Sent to an affiliate whose money isn't paid because something is missing, once a month. */
export function payoutHeldMail(
  { firstname, amountCents, missing }: z.infer<typeof payoutHeldMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const { need, button } = MISSING_TEXTS[missing];
  const title = `${formatCents(amountCents)} is waiting for you`;
  return {
    subject: title,
    preview: `To pay it out, ${need}.`,
    heading: title,
    paragraphs: [
      formatGreeting(firstname),
      `You’ve earned ${formatCents(amountCents)}. To pay it out, ${need}.`,
      'Nothing is lost: once we have it, your money is part of the next month’s payouts.',
    ],
    button: { label: button, url: `${publicUrl}${paths.affiliate()}` },
    reason: 'You’re getting this email because you’re an affiliate of Everything Card.',
  };
}

export const payoutReturnedMailProps = z.object({
  firstname: z.string(),
  last4: z.string(),
  /** YYYY-MM. */
  month: z.string(),
  amountCents: z.int(),
  reason: z.string(),
});

/** Sent when the bank returned a payout. */
export function payoutReturnedMail(
  { firstname, last4, month, amountCents, reason }: z.infer<typeof payoutReturnedMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const amount = formatCents(amountCents);
  return {
    subject: 'Your payout was returned',
    preview: `Enter your bank account again, and we’ll resend ${amount}.`,
    heading: 'Your payout was returned',
    paragraphs: [
      formatGreeting(firstname),
      `Your bank returned your payout for ${formatMonth(month)}: ${reason}`,
      'Please check your bank account number and enter it again. Then we’ll resend the payout.',
    ],
    rows: [
      { label: 'Amount', value: amount },
      { label: 'Account', value: `Ending in ${last4}` },
    ],
    button: { label: 'Enter your bank account', url: `${publicUrl}${paths.affiliate()}` },
    remarks: [{ text: 'Need help?', link: { label: 'Contact us', url: `${publicUrl}${paths.contact()}` } }],
    reason: 'You’re getting this email because your bank returned a payout.',
  };
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Formats YYYY-MM as 'July 2026'. */
function formatMonth(month: string): string {
  return monthFormat.format(new Date(`${month}-01T00:00:00Z`));
}
