import { z } from 'zod';
import { paths } from '../site/pages.shared.ts';
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
    preview: 'Your membership has moved, and your card has a new number.',
    heading: 'Your Everything Card is ready',
    paragraphs: [
      formatGreeting(firstname),
      'We moved your membership to our new site, and your card has a new number.',
      choosePasswordUrl
        ? 'Choose a password with this link, and your card is in your account and on your phone.'
        : 'We added it to the account that you already have with this e-mail address.',
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
              text: 'The link works once, for 30 days. After that, request a new one with "Forgot your password".',
            },
          ]
        : []),
      { text: 'Anyone can check your card here:', url: `${publicUrl}${paths.verifyCard(number)}` },
    ],
    reason: 'You get this mail because you are a member, and this is the e-mail address of your membership.',
  };
}
