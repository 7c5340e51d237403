import { z } from 'zod';
import { formatDateInWords } from '../../lib/dates.ts';
import { paths } from '../../lib/pages.shared.ts';
import { formatCompanyName, formatGreeting, type MailContent, type MailContext } from './mail-content.ts';
import { instant, signedLink } from './mail-props.ts';

export const employeeInvitationMailProps = z.object({
  firstname: z.string(),
  companyName: z.string(),
  planName: z.string(),
  /** Formatted as XXXX-XXXX-XXXX. */
  number: z.string(),
  /** The link adds the membership to the reader's account. It works once. */
  claimUrl: signedLink,
});

/** Sent to an employee for whom a company bought a membership. */
export function employeeInvitationMail(
  props: z.infer<typeof employeeInvitationMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const company = formatCompanyName(props.companyName);
  return {
    subject: `Your Everything Card from ${company ?? 'your company'}`,
    preview: 'Claim it to get the card on your phone.',
    heading: `Your Everything Card from ${company ?? 'your company'}`,
    paragraphs: [
      formatGreeting(props.firstname),
      `${company ?? 'Your company'} bought you an Everything Card membership. You save at participating local and national businesses, and you pay nothing.`,
      'Claim it to get the card in your account and on your phone. You can log in or create an account.',
    ],
    rows: [
      { label: 'Membership', value: props.planName },
      { label: 'Membership ID', value: props.number },
    ],
    button: { label: 'Claim your membership', url: props.claimUrl },
    remarks: [
      {
        text: 'The link works once and expires in a year. Keep it to yourself: the card goes to the first person who claims it.',
      },
      {
        text: 'Your membership ID already works at checkout. Businesses can check your card online.',
        link: { label: 'Check your card', url: `${publicUrl}${paths.verifyCard(props.number)}` },
      },
      { text: 'Don’t work there? You can ignore this email.' },
    ],
    reason: `You’re getting this email because ${company ?? 'a company'} entered this address when it bought your card.`,
  };
}

const employeeCardChange = z.enum(['removed', 'kept', 'replaced', 'canceled', 'ended']);
export type EmployeeCardChange = z.infer<typeof employeeCardChange>;

/** What a `notify-employees` job stores. Instants are ISO 8601 strings. */
export interface EmployeeNotice {
  subscriptionId: string;
  change: Extract<EmployeeCardChange, 'canceled' | 'kept' | 'ended'>;
  /** When the plan was canceled. Each change is emailed once for this time. */
  at: string;
  /** Null unless it was canceled. */
  endsAt: string | null;
}

export const employeeCardChangeMailProps = z.object({
  change: employeeCardChange,
  firstname: z.string(),
  companyName: z.string(),
  /** Formatted as XXXX-XXXX-XXXX. */
  number: z.string(),
  /** Null if the card stays. */
  endsAt: instant.nullable(),
});

/**
 * Sent to an employee whose card the company removes, keeps after all, or gives to someone else, and if the
 * company's plan is canceled, kept after all, or has ended.
 */
export function employeeCardChangeMail(
  { change, firstname, companyName, number, endsAt }: z.infer<typeof employeeCardChangeMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const company = formatCompanyName(companyName) ?? 'your company';
  const end = endsAt && formatDateInWords(endsAt);
  const { heading, text } = {
    removed: {
      heading: `Your Everything Card ends on ${end}`,
      text: `Your card from ${company} works until ${end}. After that, it won’t be renewed.`,
    },
    kept: {
      heading: 'You’re keeping your Everything Card',
      text: `Your card from ${company} will be renewed after all. Nothing changes for you.`,
    },
    replaced: {
      heading: 'Your Everything Card has ended',
      text: `Your card from ${company} no longer works. The company gave your spot to someone else.`,
    },
    canceled: {
      heading: `Your Everything Card ends on ${end}`,
      text: `Your card from ${company} works until ${end}. The company canceled its plan, so your card won’t be renewed.`,
    },
    ended: {
      heading: 'Your Everything Card has ended',
      text: `Your card from ${company} no longer works, because the company no longer has a plan with us.`,
    },
  }[change];
  return {
    subject: heading,
    preview: text,
    heading,
    paragraphs: [formatGreeting(firstname), text],
    rows: [{ label: 'Membership ID', value: number }],
    button:
      change === 'kept'
        ? { label: 'See your card', url: `${publicUrl}${paths.account()}` }
        : { label: 'See the plans', url: `${publicUrl}${paths.pricing()}` },
    remarks: [{ text: 'Questions? Please ask your company.' }],
    reason: `You’re getting this email because you have an Everything Card from ${company}.`,
  };
}
