import { z } from 'zod';

/** Stored as an ISO 8601 string, and parsed to a Date. */
export const instant = z.iso.datetime().transform((text) => new Date(text));

/** Allows only http and https, so that an email can't contain a script link. */
export const link = z.url({ protocol: /^https?$/ });

const mailLink = z.strictObject({
  kind: z.enum([
    'receipt',
    'staff-receipt',
    'cancel',
    'guest-cancel',
    'claim',
    'choose-password',
    'keep-email',
    'request-card',
    'bill',
    'replace-card',
    'complete-purchase',
    'unsubscribe',
    'unsubscribe-one-click',
    'stop-renewal-receipts',
    'stop-renewal-receipts-one-click',
  ]),
  /**
   * Depending on `kind`, the id of the purchase, membership, account, or subscription, the membership's number, or a
   * recipient's email address. For 'keep-email', the account's id and security version.
   */
  id: z.string(),
});

/** Jobs store this in place of a signed link, because the queue keeps its jobs for weeks. */
export type MailLink = z.infer<typeof mailLink>;

/** A job stores this property as a `MailLink`. `signLinks` replaces it before the email is rendered. */
export const signedLink = z.custom<MailLink>().transform((url: unknown) => link.parse(url));

/**
 * Replaces every `MailLink` in stored properties with a signed URL. Jobs of older releases already contain
 * URLs, which are kept.
 */
export async function signLinks(
  props: unknown,
  sign: (mailLink: MailLink) => Promise<string>,
): Promise<unknown> {
  const parsedLink = mailLink.safeParse(props);
  if (parsedLink.success) return sign(parsedLink.data);
  if (Array.isArray(props)) return Promise.all(props.map((item) => signLinks(item, sign)));
  if (typeof props !== 'object' || props === null) return props;
  const entries = Object.entries(props).map(async ([name, value]) => [name, await signLinks(value, sign)]);
  return Object.fromEntries(await Promise.all(entries));
}
