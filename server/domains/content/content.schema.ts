import { z } from 'zod';

export const policyType = z.enum(['PRIVACY', 'COOKIE']);
export const helpTextType = z.enum(['FAQ']);
export const contractType = z.enum([
  'MEMBER',
  'REPRESENTATIVE',
  'BUSINESSBASIC',
  'BUSINESSEXCLUSIVE',
  'BUSINESSPREMIUM',
  'BUSINESSTERMS',
  'BUSINESSPRIVACY',
  'INFLUENCER',
  'POLICYPROCEDUREMANUAL',
  'LOYALTYAFFILIATE',
  'FRIEND',
]);
/** Every text that staff publish in versions. */
export const textName = z.enum([...helpTextType.options, ...policyType.options, ...contractType.options]);
export type TextName = z.infer<typeof textName>;
export type PolicyType = z.infer<typeof policyType>;
export type ContractType = z.infer<typeof contractType>;
/** The texts that a buyer accepts. The REST contract uses PRIVACYPOLICY for the privacy policy. */
export type AgreementType = ContractType | 'PRIVACYPOLICY';

const textVersion = z.object({ type: z.string().max(50), version: z.int() });
export const textVersions = z.array(textVersion);
export type TextVersion = z.infer<typeof textVersion>;
/** The versions that the buyer saw. Older clients send none. */
export const acceptedTexts = textVersions.max(20).nullish();

/** One version of a text: HTML with headings, paragraphs, lists, and links. */
export const publishedText = z.object({
  type: z.string(),
  version: z.int(),
  html: z.string(),
  publishedAt: z.date(),
});
export type PublishedText = z.infer<typeof publishedText>;

/** Public settings by key. `readSiteSettings` converts them for display. */
export const publicSettings = z.record(z.string(), z.string());
