import { z } from 'zod';
import { formatDateInWords, startOfBusinessDate } from '../../../lib/dates.ts';
import { formatCents } from '../../../lib/money.ts';
import { paths } from '../../../lib/pages.shared.ts';
import { formatGreeting, type MailContent, type MailContext } from '../mail-content.ts';
import { instant } from '../mail-props.ts';

const REASON = 'You’re getting this email because you’re an affiliate of Everything Card.';

const createButton = (publicUrl: string) => ({
  label: 'See what you earned',
  url: `${publicUrl}${paths.affiliate()}`,
});

export const saleMadeMailProps = z.object({
  firstname: z.string(),
  /** What was bought. */
  description: z.string(),
  /** For example, '20%' or '$5.00 bonus'. */
  rate: z.string(),
  amountCents: z.int(),
  payableAt: instant,
});

/** Sent for each of an affiliate's first sales. */
export function saleMadeMail(
  { firstname, description, rate, amountCents, payableAt }: z.infer<typeof saleMadeMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const amount = formatCents(amountCents);
  return {
    subject: `You earned ${amount}`,
    preview: 'Someone you referred just paid.',
    heading: `You earned ${amount}`,
    paragraphs: [
      formatGreeting(firstname),
      `Someone you referred just paid, and ${amount} of it is yours. If the payment isn’t refunded, we’ll pay it out after ${formatDateInWords(payableAt)}.`,
    ],
    rows: [
      { label: 'Sale', value: description },
      { label: 'Rate', value: rate },
      { label: 'You earned', value: amount },
    ],
    button: createButton(publicUrl),
    remarks: [{ text: 'After your first few sales, we’ll send you one email for each day with sales.' }],
    reason: REASON,
  };
}

export const saleDigestMailProps = z.object({
  firstname: z.string(),
  /** YYYY-MM-DD. */
  day: z.string(),
  count: z.int(),
  amountCents: z.int(),
  /** The sales by what was bought, those that earned most first. Rarer ones may be left out. */
  sales: z.array(z.object({ description: z.string(), count: z.int(), amountCents: z.int() })),
});

/** Sent for each day with further sales. */
export function saleDigestMail(
  { firstname, day, count, amountCents, sales }: z.infer<typeof saleDigestMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const amount = formatCents(amountCents);
  const date = formatDateInWords(startOfBusinessDate(day));
  const payments = count === 1 ? '1 payment' : `${count} payments`;
  const restCents = amountCents - sales.reduce((sum, sale) => sum + sale.amountCents, 0);
  return {
    subject: `You earned ${amount} on ${date}`,
    preview: `From ${payments} of people you referred.`,
    heading: `You earned ${amount} on ${date}`,
    paragraphs: [
      formatGreeting(firstname),
      `You earned ${amount} from ${payments} of people you referred. We’ll pay out what isn’t refunded within 30 days.`,
    ],
    rows: [
      ...sales.map((sale) => ({
        label: sale.count === 1 ? sale.description : `${sale.description} × ${sale.count}`,
        value: formatCents(sale.amountCents),
      })),
      ...(restCents > 0 ? [{ label: 'Others', value: formatCents(restCents) }] : []),
      { label: 'You earned', value: amount, total: true },
    ],
    button: createButton(publicUrl),
    reason: REASON,
  };
}

export const commissionAdjustedMailProps = z.object({
  firstname: z.string(),
  /** Each with what was bought, and the change, which is negative if the commission is taken back. */
  lines: z.array(z.object({ description: z.string(), amountCents: z.int(), reason: z.string() })).min(1),
});

/** Sent when a refund, a dispute, or a claim changes commissions. */
export function commissionAdjustedMail(
  { firstname, lines }: z.infer<typeof commissionAdjustedMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const cents = lines.reduce((sum, line) => sum + line.amountCents, 0);
  const amount = formatCents(Math.abs(cents));
  const title = cents < 0 ? `We took back ${amount} that you earned` : `You get back ${amount}`;
  const reasons = [...new Set(lines.map(({ reason }) => reason))];
  return {
    subject: title,
    preview: `${reasons.join('. ')}.`,
    heading: title,
    paragraphs: [
      formatGreeting(firstname),
      ...reasons.map((reason) => `${reason}.`),
      cents < 0
        ? 'If it was part of a payout already, your next payout is smaller by this amount.'
        : 'It’s part of your next payout.',
    ],
    rows: [
      ...lines.map((line) => ({ label: line.description, value: formatCents(line.amountCents) })),
      { label: cents < 0 ? 'Taken back' : 'Restored', value: amount, total: true },
    ],
    button: createButton(publicUrl),
    remarks: [
      {
        text: 'Think this is a mistake?',
        link: { label: 'Contact us', url: `${publicUrl}${paths.contact()}` },
      },
    ],
    reason: REASON,
  };
}
