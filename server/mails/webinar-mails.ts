import { z } from 'zod';
import { paths } from '../site/pages.shared.ts';
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
    preview: `Thank you for watching our webinar.`,
    heading: `Your ${name} is on its way`,
    paragraphs: [
      formatGreeting(props.firstname),
      isLunch
        ? `Thank you for watching our webinar and for answering our survey. We have sent you your ${name}${restaurant}.`
        : `Thank you for watching our webinar and for becoming a Loyalty Affiliate. We have sent you your ${name}.`,
      'If it doesn’t arrive within two weeks, please contact our customer support.',
    ],
    remarks: [{ text: 'More about the Business Program:', url: `${publicUrl}${paths.loyalty()}` }],
    reason: 'You get this mail because a webinar code was redeemed with this e-mail address.',
  };
}
