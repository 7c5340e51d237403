import { z } from 'zod';
import { type MailContent, unsubscribeHeaders } from './mail-content.ts';
import { signedLink } from './mail-props.ts';

export const newsletterMailProps = z.object({
  subject: z.string(),
  paragraphs: z.array(z.string()).min(1),
  /** By law, every advertising email must contain the sender's address. */
  postalAddress: z.string().min(1),
  unsubscribeUrl: signedLink,
  oneClickUrl: signedLink,
});

const LINK_AT_END = /^(.*\S)\s+(https?:\/\/\S+)$/su;

/** Sent to subscribers. A link at the end of a paragraph is clickable. */
export function newsletterMail({
  subject,
  paragraphs,
  postalAddress,
  unsubscribeUrl,
  oneClickUrl,
}: z.infer<typeof newsletterMailProps>): MailContent {
  const [preview = subject] = paragraphs;
  return {
    subject,
    preview,
    heading: subject,
    paragraphs: paragraphs.map((paragraph) => {
      const [, text, url] = LINK_AT_END.exec(paragraph) ?? [];
      return text && url ? { text, url } : paragraph;
    }),
    remarks: [
      { text: 'Don’t want this newsletter anymore?', link: { label: 'Unsubscribe', url: unsubscribeUrl } },
    ],
    postalAddress,
    reason: 'You’re getting this email because you subscribed to our newsletter.',
    headers: unsubscribeHeaders(oneClickUrl),
  };
}

export const newsletterConfirmMailProps = z.object({ confirmUrl: signedLink });

/** Sent if someone subscribes an address that unsubscribed earlier. */
export function newsletterConfirmMail({
  confirmUrl,
}: z.infer<typeof newsletterConfirmMailProps>): MailContent {
  return {
    subject: 'Do you want our newsletter again?',
    preview: 'Please confirm it, because you unsubscribed earlier.',
    heading: 'Do you want our newsletter again?',
    paragraphs: [
      'Someone asked us to send our newsletter to this address. You unsubscribed earlier, so we’ll only send it if you subscribe again.',
    ],
    button: { label: 'Subscribe again', url: confirmUrl },
    remarks: [{ text: 'Wasn’t it you? Ignore this email, and you’ll stay unsubscribed.' }],
    reason: 'You’re getting this email because someone entered your address in our newsletter form.',
  };
}
