import { z } from 'zod';
import { paths } from '../../lib/pages.shared.ts';
import { formatGreeting, type MailContent, type MailContext } from './mail-content.ts';
import { signedLink } from './mail-props.ts';

export const memberInvitationMailProps = z.object({
  firstname: z.string(),
  planName: z.string(),
  /** Formatted as XXXX-XXXX-XXXX. */
  number: z.string(),
  /** Null if the account already has a password. */
  choosePasswordUrl: signedLink.nullable(),
});

/** Sent to a member whom staff imported from another system, if staff chose to send invitations. */
export function memberInvitationMail(
  { firstname, planName, number, choosePasswordUrl }: z.infer<typeof memberInvitationMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  return {
    subject: 'Your Everything Card is ready',
    preview: 'We moved your membership, and your card has a new membership ID.',
    heading: 'Your Everything Card is ready',
    paragraphs: [
      formatGreeting(firstname),
      'We moved your membership to our new site, and your card has a new membership ID.',
      choosePasswordUrl
        ? 'Choose a password to open your account. Your card is there, ready for your phone.'
        : 'We added it to the account you already have with this email address.',
    ],
    rows: [
      { label: 'Membership', value: planName },
      { label: 'Membership ID', value: number },
    ],
    button: choosePasswordUrl
      ? { label: 'Choose a password', url: choosePasswordUrl }
      : { label: 'See your membership', url: `${publicUrl}${paths.account()}` },
    remarks: [
      ...(choosePasswordUrl
        ? [
            {
              text: 'The link works once and expires in 30 days. After that, use “Forgot your password” to get a new one.',
            },
          ]
        : []),
      {
        text: 'Businesses can check your card online.',
        link: { label: 'Check your card', url: `${publicUrl}${paths.verifyCard(number)}` },
      },
    ],
    reason: 'You’re getting this email because this is the address of your membership.',
  };
}
