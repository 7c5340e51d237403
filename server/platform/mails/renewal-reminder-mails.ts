import { z } from 'zod';
import { formatDateInWords } from '../../lib/dates.ts';
import { formatCents } from '../../lib/money.ts';
import { describeCard } from '../../lib/payment-card.ts';
import { formatGreeting, type MailContent } from './mail-content.ts';
import { instant, signedLink } from './mail-props.ts';
import { billedSubject } from './unpaid-renewal-mails.ts';

const card = z.object({ brand: z.string(), last4: z.string() });

export const renewalReminderMailProps = z.object({
  subject: billedSubject,
  firstname: z.string(),
  planName: z.string(),
  amountCents: z.int(),
  interval: z.enum(['month', 'year']).default('year'),
  renewsAt: instant,
  /** Null if the card is unknown. */
  card: card.nullable(),
  cancelUrl: signedLink,
  replaceCardUrl: signedLink,
});

/** Sent before a yearly plan renews, and once a year to payers of a monthly one, as several states require. */
export function renewalReminderMail({
  subject,
  firstname,
  planName,
  amountCents,
  interval,
  renewsAt,
  card: paidWith,
  cancelUrl,
  replaceCardUrl,
}: z.infer<typeof renewalReminderMailProps>): MailContent {
  const date = formatDateInWords(renewsAt);
  const amount = formatCents(amountCents);
  const title =
    interval === 'year' ? `Your ${subject} renews on ${date}` : `Your ${subject} renews every month`;
  const charge = `We’ll charge ${amount}${paidWith ? ` to your ${describeCard(paidWith)}` : ''} for another ${interval}`;
  return {
    subject: title,
    preview: `We’ll charge ${amount} for another ${interval} on ${date} unless you cancel before then.`,
    heading: title,
    paragraphs: [
      formatGreeting(firstname),
      interval === 'year'
        ? `Your ${subject} renews automatically on ${date}. ${charge}.`
        : `Once a year, we remind you that your ${subject} renews automatically every month. ${charge} on ${date}.`,
      `Want to keep it? You don’t need to do anything. Otherwise, cancel before ${date}, and you won’t be charged again.`,
    ],
    rows: [
      { label: 'Plan', value: planName },
      { label: 'Renews on', value: date },
      { label: 'Price', value: `${amount} per ${interval}` },
      ...(paidWith ? [{ label: 'Paid with', value: describeCard(paidWith) }] : []),
    ],
    button: { label: 'Manage or cancel', url: cancelUrl },
    remarks: [
      { text: 'If you cancel, it keeps working until the end of the period you paid for.' },
      {
        text: 'Want to pay with another payment card?',
        link: { label: 'Change your card', url: replaceCardUrl },
      },
    ],
    reason: `You’re getting this email because your ${subject} with Everything Card renews every ${interval}.`,
  };
}

export const cardExpiringMailProps = z.object({
  subject: billedSubject,
  firstname: z.string(),
  card,
  /** When the card expires (exclusive). */
  expiresAt: instant,
  renewsAt: instant,
  replaceCardUrl: signedLink,
});

/** Sent if the card on file expires before the next charge. */
export function cardExpiringMail({
  subject,
  firstname,
  card: expiring,
  expiresAt,
  renewsAt,
  replaceCardUrl,
}: z.infer<typeof cardExpiringMailProps>): MailContent {
  const name = describeCard(expiring);
  const lastDay = formatDateInWords(new Date(expiresAt.getTime() - 1));
  const date = formatDateInWords(renewsAt);
  return {
    subject: 'Your payment card expires before your next payment',
    preview: `${name} expires on ${lastDay}. Your ${subject} renews on ${date}.`,
    heading: 'Your payment card expires before your next payment',
    paragraphs: [
      formatGreeting(firstname),
      `Your ${subject} renews on ${date}, but your ${name} expires on ${lastDay}.`,
      'Please add a new card before then so that nothing is interrupted. You don’t need to log in.',
    ],
    rows: [
      { label: 'Card', value: name },
      { label: 'Expires', value: lastDay },
      { label: 'Next payment', value: date },
    ],
    button: { label: 'Update card', url: replaceCardUrl },
    remarks: [
      { text: 'Some banks send us the new card for you. If yours does, you don’t need to do anything.' },
    ],
    reason: `You’re getting this email because this card pays for your ${subject} with Everything Card.`,
  };
}
