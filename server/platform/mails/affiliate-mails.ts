import { z } from 'zod';
import { formatCents } from '../../lib/money.ts';
import { paths } from '../../lib/pages.shared.ts';
import { formatGreeting, type MailContent, type MailContext } from './mail-content.ts';

const affiliateRole = z.enum(['friend', 'influencer', 'loyalty', 'educator']);

export const affiliateWelcomeMailProps = z.object({
  firstname: z.string(),
  role: affiliateRole,
  referenceCode: z.string(),
  donates: z.boolean(),
  friendBonusCents: z.int(),
});
type Props = z.infer<typeof affiliateWelcomeMailProps>;

/** On screen, an influencer is a Service Member. */
const ROLE_NAMES = {
  friend: 'a Friend',
  influencer: 'a Service Member',
  loyalty: 'a member of the Business Loyalty Program',
  educator: 'an Educator',
} as const satisfies Record<Props['role'], string>;

function describeEarnings({ role, donates, friendBonusCents }: Props): string {
  if (role === 'loyalty') return 'The program pays no commission on sales.';
  const earnings = {
    friend: `${formatCents(friendBonusCents)} for each person who joins with your code, once per person`,
    influencer: '20% of the first payment from everyone who buys with your code',
    educator:
      '20% of every payment for memberships bought with your code, and 5% of the sales of people you brought in',
  }[role];
  return donates
    ? `You donate what you earn to the community fund: ${earnings}.`
    : `You earn ${earnings}. Each amount is pending for 30 days, and then payable.`;
}

/** Sent after an affiliate signup, with the link to share. */
export function affiliateWelcomeMail(props: Props, { publicUrl }: MailContext): MailContent {
  const { firstname, role, referenceCode } = props;
  const link = `${publicUrl}${paths.home()}?${new URLSearchParams({ ref: referenceCode })}`;
  return {
    subject: 'You’re all set! Here’s your reference code',
    preview: `Share ${referenceCode}, or your own link.`,
    heading: 'You’re all set!',
    paragraphs: [
      formatGreeting(firstname),
      `You’re signed up as ${ROLE_NAMES[role]}. Share your link, or give people your reference code to enter when they buy.`,
      describeEarnings(props),
    ],
    rows: [
      { label: 'Reference code', value: referenceCode },
      { label: 'Your link', value: link, wide: true },
    ],
    button: { label: 'Open your link', url: link },
    ...(role === 'loyalty'
      ? {}
      : { remarks: [{ text: 'Whenever you recommend us, say that you may earn from a sale.' }] }),
    reason: 'You’re getting this email because you signed up as an affiliate of Everything Card.',
  };
}
