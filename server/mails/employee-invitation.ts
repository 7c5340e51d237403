import { z } from 'zod';
import { paths } from '../site/pages.shared.ts';
import { findHarmlessName, formatGreeting, type MailContent, type MailContext } from './mail-content.ts';
import { signedLink } from './mail-props.ts';

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
        text: 'The link works once, for a year. Please do not pass it on: the card goes to whoever claims it.',
      },
      {
        text: 'Your membership ID works at the till already. Anybody can check your card here:',
        url: `${publicUrl}${paths.verifyCard(props.number)}`,
      },
      { text: 'If you do not work there, you need not do anything.' },
    ],
    reason: `You get this mail because ${company ?? 'a company'} gave this e-mail address when it bought your card.`,
  };
}
