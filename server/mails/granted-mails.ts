import { z } from 'zod';
import { formatLongDate } from '../lib/dates.ts';
import { paths } from '../site/pages.shared.ts';
import { formatGreeting, type MailContent, type MailContext } from './mail-content.ts';
import { instant, signedLink } from './mail-props.ts';

const CLAIM_TEXT =
  'Create your account, or log in, with the link below. Your digital card and everything about your membership is there.';

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
  const end = formatLongDate(endsOn);
  return {
    subject: 'You have a free membership',
    preview: `It is good until ${end} and costs nothing.`,
    heading: 'You have a free membership',
    paragraphs: [
      formatGreeting(firstname),
      `We gave you a free Everything Card membership. It ends by itself on ${end}, and nothing will be charged.`,
      ...(claimUrl ? [CLAIM_TEXT] : []),
    ],
    rows: [
      { label: 'Membership', value: planName },
      { label: 'Membership ID', value: number },
      { label: 'Can be used until', value: end },
    ],
    button: claimUrl
      ? { label: 'Claim your membership', url: claimUrl }
      : { label: 'See your memberships', url: `${publicUrl}${paths.account()}` },
    ...(claimUrl
      ? { remarks: [{ text: 'Anyone who has this link can claim it once, so keep it to yourself.' }] }
      : {}),
    reason: 'You get this mail because our customer support gave you a membership.',
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
    preview: 'Here is a new link to your membership.',
    heading: 'Claim your membership',
    paragraphs: [formatGreeting(firstname), CLAIM_TEXT],
    rows: [
      { label: 'Membership', value: planName },
      { label: 'Membership ID', value: number },
    ],
    button: { label: 'Claim your membership', url: claimUrl },
    remarks: [{ text: 'Anyone who has this link can claim it once, so keep it to yourself.' }],
    reason: 'You get this mail because our customer support sent you this link.',
  };
}
