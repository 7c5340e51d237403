import { z } from 'zod';
import { formatLongDate } from '../lib/dates.ts';
import { paths } from '../site/pages.shared.ts';
import { findHarmlessName, formatGreeting, type MailContent, type MailContext } from './mail-content.ts';
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
  const company = findHarmlessName(props.companyName);
  return {
    subject: `Your Everything Card from ${company ?? 'your company'}`,
    preview: 'Claim it, and the card is in your own account.',
    heading: `Your Everything Card from ${company ?? 'your company'}`,
    paragraphs: [
      formatGreeting(props.firstname),
      `${company ?? 'Your company'} has bought you an Everything Card membership. With it you save at participating local and national businesses, and you pay nothing for it.`,
      'Claim it with this link: log in or register, and the card is in your own account and on your phone.',
    ],
    rows: [
      { label: 'Membership', value: props.planName },
      { label: 'Membership ID', value: props.number },
    ],
    button: { label: 'Claim your membership', url: props.claimUrl },
    remarks: [
      {
        text: 'The link works once, for a year. Please don’t share it: the card goes to the first person who claims it.',
      },
      {
        text: 'Your membership ID already works at checkout. Anyone can check your card here:',
        url: `${publicUrl}${paths.verifyCard(props.number)}`,
      },
      { text: 'If you don’t work there, you can ignore this mail.' },
    ],
    reason: `You get this mail because ${company ?? 'a company'} gave this e-mail address when it bought your card.`,
  };
}

const employeeCardChange = z.enum(['removed', 'kept', 'replaced']);
export type EmployeeCardChange = z.infer<typeof employeeCardChange>;

export const employeeCardChangeMailProps = z.object({
  change: employeeCardChange,
  firstname: z.string(),
  companyName: z.string(),
  /** Formatted as XXXX-XXXX-XXXX. */
  number: z.string(),
  /** Null if the card stays. */
  endsAt: instant.nullable(),
});

/** Sent to an employee whose card the company removes, keeps after all, or gives to someone else. */
export function employeeCardChangeMail(
  { change, firstname, companyName, number, endsAt }: z.infer<typeof employeeCardChangeMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const company = findHarmlessName(companyName) ?? 'your company';
  const end = endsAt && formatLongDate(endsAt);
  const { heading, text } = {
    removed: {
      heading: `Your Everything Card ends on ${end}`,
      text: `Your card from ${company} works until ${end}. It isn’t renewed after that.`,
    },
    kept: {
      heading: 'Your Everything Card stays',
      text: `Your card from ${company} is renewed after all. It goes on as before.`,
    },
    replaced: {
      heading: 'Your Everything Card has ended',
      text: `Your card from ${company} no longer works, because the company gave its place to someone else.`,
    },
  }[change];
  return {
    subject: heading,
    preview: text,
    heading,
    paragraphs: [formatGreeting(firstname), text],
    rows: [{ label: 'Membership ID', value: number }],
    button: { label: 'See the plans', url: `${publicUrl}${paths.pricing()}` },
    remarks: [{ text: 'If you have questions about this, please ask your company.' }],
    reason: `You get this mail because you have an Everything Card from ${company}.`,
  };
}
