import { z } from 'zod';
import { formatDateInWords } from '../../lib/dates.ts';
import { paths } from '../../lib/pages.shared.ts';
import { formatGreeting, type MailContent, type MailContext } from './mail-content.ts';
import { instant, signedLink } from './mail-props.ts';

const CLAIM_TEXT =
  'Create your account, or log in, to claim your membership. You’ll then find your digital card in your account.';

export const membershipGrantedMailProps = z.object({
  firstname: z.string(),
  planName: z.string(),
  /** Formatted as XXXX-XXXX-XXXX. */
  number: z.string(),
  endsOn: instant,
  /** Null if an account has the membership already. */
  claimUrl: signedLink.nullable(),
});

/** Sent when staff give a free membership. */
export function membershipGrantedMail(
  { firstname, planName, number, endsOn, claimUrl }: z.infer<typeof membershipGrantedMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const end = formatDateInWords(endsOn);
  return {
    subject: 'You have a free membership',
    preview: `It’s good until ${end}, and you pay nothing.`,
    heading: 'You have a free membership',
    paragraphs: [
      formatGreeting(firstname),
      `We gave you a free Everything Card membership. It ends on its own on ${end}, and you won’t be charged.`,
      ...(claimUrl ? [CLAIM_TEXT] : []),
    ],
    rows: [
      { label: 'Membership', value: planName },
      { label: 'Membership ID', value: number },
      { label: 'Good until', value: end },
    ],
    button: claimUrl
      ? { label: 'Claim your membership', url: claimUrl }
      : { label: 'See your memberships', url: `${publicUrl}${paths.account()}` },
    ...(claimUrl
      ? { remarks: [{ text: 'The link works only for the first person who uses it. Keep it to yourself.' }] }
      : {}),
    reason: 'You’re getting this email because customer support gave you a membership.',
  };
}

export const membershipExtendedMailProps = z.object({
  firstname: z.string(),
  planName: z.string(),
  /** Formatted as XXXX-XXXX-XXXX. */
  number: z.string(),
  endsOn: instant,
});

/** Sent when staff extend a membership. */
export function membershipExtendedMail(
  { firstname, planName, number, endsOn }: z.infer<typeof membershipExtendedMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const end = formatDateInWords(endsOn);
  return {
    subject: 'We extended your membership',
    preview: `It’s good until ${end}, and you pay nothing for that.`,
    heading: 'We extended your membership',
    paragraphs: [
      formatGreeting(firstname),
      `Your membership is now good until ${end}. You pay nothing for that, and renewals are charged on their usual days.`,
    ],
    rows: [
      { label: 'Membership', value: planName },
      { label: 'Membership ID', value: number },
      { label: 'Good until', value: end },
    ],
    button: { label: 'Check your card', url: `${publicUrl}${paths.verifyCard(number)}` },
    reason: 'You’re getting this email because customer support extended your membership.',
  };
}

export const claimLinkMailProps = z.object({
  firstname: z.string(),
  planName: z.string(),
  /** Formatted as XXXX-XXXX-XXXX. */
  number: z.string(),
  claimUrl: signedLink,
});

/** Sent when staff send the link to claim a membership again. */
export function claimLinkMail({
  firstname,
  planName,
  number,
  claimUrl,
}: z.infer<typeof claimLinkMailProps>): MailContent {
  return {
    subject: 'Claim your membership',
    preview: 'Here’s a new link to your membership.',
    heading: 'Claim your membership',
    paragraphs: [formatGreeting(firstname), CLAIM_TEXT],
    rows: [
      { label: 'Membership', value: planName },
      { label: 'Membership ID', value: number },
    ],
    button: { label: 'Claim your membership', url: claimUrl },
    remarks: [{ text: 'The link works only for the first person who uses it. Keep it to yourself.' }],
    reason: 'You’re getting this email because customer support sent you this link.',
  };
}

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
