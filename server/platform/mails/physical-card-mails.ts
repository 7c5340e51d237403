import { z } from 'zod';
import { paths } from '../../lib/pages.shared.ts';
import { formatGreeting, type MailContent, type MailContext, type MailRow } from './mail-content.ts';

const cardProps = {
  firstname: z.string(),
  /** The name on the envelope. */
  recipient: z.string(),
  /** Formatted as XXXX-XXXX-XXXX. */
  number: z.string(),
  address: z.object({
    street1: z.string(),
    street2: z.string().nullable(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
    country: z.string(),
  }),
};

const CARD_ORDER_REASON =
  'You’re getting this email because a physical card was ordered for your Everything Card membership.';

function listCardRows({ number, recipient, address }: z.infer<z.ZodObject<typeof cardProps>>): MailRow[] {
  const { street1, street2, city, state, zip, country } = address;
  const lines = [recipient, street1, street2, `${city}, ${state} ${zip}`, country].filter(Boolean);
  return [
    { label: 'Membership ID', value: number },
    { label: 'Ships to', value: lines.join(', '), wide: true },
  ];
}

const buildVerificationRemark = ({ number }: { number: string }, publicUrl: string) => ({
  text: 'Businesses can check your card online.',
  link: { label: 'Check your card', url: `${publicUrl}${paths.verifyCard(number)}` },
});

export const cardRequestedMailProps = z.object({
  ...cardProps,
  /** For example, '5-7 business days'. */
  sentWithin: z.string(),
});

/** Confirms the request for a membership's first physical card. */
export function cardRequestedMail(
  props: z.infer<typeof cardRequestedMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  return {
    subject: 'We got your physical card order',
    preview: `Please give us ${props.sentWithin} to get your card sent out.`,
    heading: 'Request Completed',
    paragraphs: [
      formatGreeting(props.firstname),
      `Please give us ${props.sentWithin} to get your card sent out. In the meantime, your membership ID works at checkout.`,
    ],
    rows: listCardRows(props),
    remarks: [
      buildVerificationRemark(props, publicUrl),
      { text: 'Is the address wrong? Please contact customer support.' },
    ],
    reason: CARD_ORDER_REASON,
  };
}

export const cardSentMailProps = z.object(cardProps);

export function cardSentMail(
  props: z.infer<typeof cardSentMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  return {
    subject: 'Your physical card is on its way',
    preview: 'We mailed your Everything Card.',
    heading: 'Your physical card is on its way',
    paragraphs: [formatGreeting(props.firstname), 'We mailed your Everything Card to the address below.'],
    rows: listCardRows(props),
    remarks: [
      buildVerificationRemark(props, publicUrl),
      { text: 'Didn’t get it within two weeks? Please contact customer support.' },
    ],
    reason: CARD_ORDER_REASON,
  };
}

export const cardCameBackMailProps = z.object(cardProps);

/** Sent when staff mark a card as returned by the post office. */
export function cardCameBackMail(
  props: z.infer<typeof cardCameBackMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  return {
    subject: 'Your physical card came back to us',
    preview: 'Please send us the right address, and we’ll mail it again for free.',
    heading: 'Your physical card came back to us',
    paragraphs: [
      formatGreeting(props.firstname),
      'The post office returned your card to us. Please send us the right address, and we’ll mail it again for free.',
    ],
    rows: listCardRows(props),
    button: { label: 'Send us your address', url: `${publicUrl}${paths.contact()}` },
    remarks: [{ text: 'Until it arrives, your membership ID works at checkout.' }],
    reason: CARD_ORDER_REASON,
  };
}
