import { z } from 'zod';
import { formatCents } from '../lib/money.ts';
import { paths } from '../site/pages.shared.ts';
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
    friend: `${formatCents(friendBonusCents)} for each person who joins with your reference, once a person`,
    influencer: '20% of the first payment of everybody who buys with your reference',
    educator:
      '20% of every payment of the memberships bought with your reference, and 5% of the sales of people whom you brought in',
  }[role];
  return donates
    ? `What you would earn (${earnings}) goes to the community fund.`
    : `You earn ${earnings}. It is pending for 30 days and then payable.`;
}

/** Sent after an affiliate signup, with the link to share. */
export function affiliateWelcomeMail(props: Props, { publicUrl }: MailContext): MailContent {
  const { firstname, role, referenceCode } = props;
  const link = `${publicUrl}${paths.home()}?${new URLSearchParams({ ref: referenceCode })}`;
  return {
    subject: 'You’re all set! Your reference code',
    preview: `Your reference code is ${referenceCode}.`,
    heading: 'You’re all set!',
    paragraphs: [
      formatGreeting(firstname),
      `You are signed up as ${ROLE_NAMES[role]}. Share your link, or tell people your reference code: they name it when they buy.`,
      describeEarnings(props),
    ],
    rows: [
      { label: 'Reference code', value: referenceCode },
      { label: 'Your link', value: link },
    ],
    button: { label: 'Open your link', url: link },
    remarks: [{ text: 'Say that you earn from a sale, wherever you recommend us.' }],
    reason: 'You get this mail because your account was signed up as an affiliate of Everything Card.',
  };
}
