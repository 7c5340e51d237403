import { z } from 'zod';
import { paths } from '../../lib/pages.shared.ts';
import { formatGreeting, type MailContent, type MailContext } from './mail-content.ts';

export const rewardSentMailProps = z.object({
  firstname: z.string(),
  kind: z.enum(['lunch', 'gift-card']),
  /** For example, '$5'. */
  amount: z.string(),
  /** The restaurant of a lunch certificate. Unset for a gift card. */
  detail: z.string().nullish(),
});

/** Sent when staff have marked the reward of a webinar code as sent (D35). */
export function rewardSentMail(
  props: z.infer<typeof rewardSentMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const isLunch = props.kind === 'lunch';
  const name = isLunch ? `${props.amount} lunch certificate` : `${props.amount} gift card`;
  const restaurant = props.detail ? ` for ${props.detail}` : '';
  return {
    subject: `Your ${name} is on its way`,
    preview: 'Thanks for watching our webinar.',
    heading: `Your ${name} is on its way`,
    paragraphs: [
      formatGreeting(props.firstname),
      isLunch
        ? `Thanks for watching our webinar and answering our survey. We sent you your ${name}${restaurant}.`
        : `Thanks for watching our webinar and becoming a loyalty affiliate. We sent you your ${name}.`,
      'Didn’t get it within two weeks? Please contact customer support.',
    ],
    remarks: [
      {
        text: 'Curious about the Business Program?',
        link: { label: 'Learn more', url: `${publicUrl}${paths.loyalty()}` },
      },
    ],
    reason: 'You’re getting this email because you redeemed a webinar code with this address.',
  };
}
