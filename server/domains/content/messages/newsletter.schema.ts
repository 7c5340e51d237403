import { z } from 'zod';
import { emailLine } from '../../../lib/text.ts';
import { antiSpamFields } from './anti-spam.schema.ts';

const validEmail = emailLine('Required Field');

/** Converts a malformed address to null, because the newsletter form never reports an error. */
export const subscribeInput = antiSpamFields.extend({
  email: z
    .string()
    .nullish()
    .transform((text) => {
      const parsedEmail = validEmail.safeParse(text ?? '');
      return parsedEmail.success ? parsedEmail.data.toLowerCase() : null;
    }),
});

export const newsletterLink = z.object({ token: z.string().max(2_000) });
export const newsletterChange = newsletterLink.extend({ isSubscribed: z.boolean() });
/** The emails with a link to unsubscribe. */
const mailingList = z.enum(['newsletter', 'renewal-receipts']);
export type MailingList = z.infer<typeof mailingList>;
export const newsletterSubscription = z.object({
  list: mailingList,
  email: z.string(),
  isSubscribed: z.boolean(),
});
export type NewsletterSubscription = z.infer<typeof newsletterSubscription>;

/** The emails that an account's owner can switch off. */
export const mailPreferences = z.object({
  newsletter: z.boolean(),
  shippingNotices: z.boolean(),
  renewalReceipts: z.boolean(),
});
export type MailPreferences = z.infer<typeof mailPreferences>;
