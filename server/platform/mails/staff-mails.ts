import { z } from 'zod';
import { formatDateInWords } from '../../lib/dates.ts';
import { formatCents } from '../../lib/money.ts';
import { paths } from '../../lib/pages.shared.ts';
import { formatReceiptNumber } from '../../lib/receipt-number.ts';
import { type MailContent, type MailContext, STAFF_REASON } from './mail-content.ts';
import { instant, signedLink } from './mail-props.ts';

export const staffMessageMailProps = z.object({
  kind: z.enum(['contact', 'educator', 'seminar']),
  name: z.string(),
  email: z.string(),
  fields: z.array(z.object({ label: z.string(), value: z.string() })),
});
type Props = z.infer<typeof staffMessageMailProps>;

const HEADINGS = {
  contact: 'A message from the contact page',
  educator: 'A request for information',
  seminar: 'A seminar sign-up',
} as const satisfies Record<Props['kind'], string>;

const PAGES_BY_KIND = {
  contact: paths.contact(),
  educator: paths.home(),
  seminar: paths.home(),
} as const satisfies Record<Props['kind'], string>;

/** Long values are shown as paragraphs, short ones as table rows. */
const isLong = ({ value }: Props['fields'][number]) => value.includes('\n') || value.length > 100;

function buildSubjectLine({ kind, name, fields }: Props): string {
  const subject = fields.find(({ label }) => label === 'Subject')?.value;
  return `${HEADINGS[kind]}: ${subject ?? name}`;
}

/** Forwards a visitor's message from a form to staff. Replies go to the visitor. */
export function staffMessageMail(props: Props, { publicUrl }: MailContext): MailContent {
  const { kind, name, email, fields } = props;
  return {
    subject: buildSubjectLine(props),
    preview: `${name} <${email}>`,
    heading: HEADINGS[kind],
    paragraphs: fields.filter(isLong).flatMap(({ value }) => value.split(/\n+/)),
    rows: [
      { label: 'Name', value: name },
      { label: 'From', value: email },
      ...fields.filter((field) => !isLong(field)),
    ],
    remarks: [
      {
        text: 'Sent from our website.',
        link: { label: 'Open the page', url: `${publicUrl}${PAGES_BY_KIND[kind]}` },
      },
    ],
    replyTo: email,
    reason: `${STAFF_REASON} Replies go to the sender.`,
  };
}

export const reconciliationMailProps = z.object({
  /** A date as YYYY-MM-DD. */
  night: z.string(),
  /** The total number. `findings` may be truncated. */
  count: z.int(),
  findings: z.array(
    z.object({
      id: z.string(),
      description: z.string(),
      stripeCents: z.int().nullable(),
      ourCents: z.int().nullable(),
    }),
  ),
});

/** Reports a night's differences between Stripe and our database to staff. Contains no personal data. */
export function reconciliationMail(
  { night, count, findings }: z.infer<typeof reconciliationMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const title = count === 1 ? '1 difference from Stripe' : `${count} differences from Stripe`;
  const formatAmounts = (stripeCents: number | null, ourCents: number | null) =>
    stripeCents === null || ourCents === null
      ? ''
      : ` Stripe: ${formatCents(stripeCents)}. Here: ${formatCents(ourCents)}.`;
  return {
    subject: `${title} on ${night}`,
    preview: findings[0]?.description ?? title,
    heading: title,
    paragraphs: [
      'Our records and Stripe’s don’t match. Look at each difference with `npm run purchases -- show <id>`, and repair it as described under “Reconciliation” in server/OPERATING.md.',
      ...(count > findings.length
        ? [`These are the first ${findings.length}. \`npm run reconcile\` lists them all.`]
        : []),
    ],
    rows: findings.map(({ id, description, stripeCents, ourCents }) => ({
      label: id,
      value: `${description}${formatAmounts(stripeCents, ourCents)}`,
      wide: true,
    })),
    button: { label: 'Log in as staff', url: `${publicUrl}${paths.staffLogin()}` },
    reason: STAFF_REASON,
  };
}

export const disputeOpenedMailProps = z.object({
  /** The dispute's id at Stripe. */
  disputeId: z.string(),
  purchaseNumber: z.string(),
  amountCents: z.int(),
  /** Stripe's code for the cardholder's claim, such as 'product_not_received'. */
  reason: z.string(),
  evidenceDueAt: instant.nullable(),
  receiptUrl: signedLink,
});

/** Sent to staff, because the dispute is lost unless evidence reaches Stripe by the deadline (D55). */
export function disputeOpenedMail(props: z.infer<typeof disputeOpenedMailProps>): MailContent {
  const amount = formatCents(props.amountCents);
  const deadline = props.evidenceDueAt ? formatDateInWords(props.evidenceDueAt) : null;
  return {
    subject: `Disputed payment of ${amount}${deadline ? `: evidence due by ${deadline}` : ''}`,
    preview: `Receipt ${formatReceiptNumber(props.purchaseNumber)}. Nothing ends until it’s decided.`,
    heading: 'A customer disputed a payment',
    paragraphs: [
      `A cardholder disputed a payment of ${amount}. ${deadline ? `Submit your evidence in Stripe’s dashboard by ${deadline}.` : 'See Stripe’s dashboard for what to do.'}`,
      'What was bought keeps working until the dispute is decided. If we lose, the plan ends right away.',
    ],
    rows: [
      { label: 'Dispute', value: props.disputeId },
      { label: 'Receipt number', value: formatReceiptNumber(props.purchaseNumber) },
      { label: 'Purchase ID', value: props.purchaseNumber, wide: true },
      { label: 'Reason', value: props.reason.replaceAll('_', ' ') },
      ...(deadline ? [{ label: 'Evidence due by', value: deadline }] : []),
    ],
    button: { label: 'See the receipt', url: props.receiptUrl },
    reason: STAFF_REASON,
  };
}
