import { z } from 'zod';

export const policyType = z.enum(['PRIVACY', 'COOKIE']);
/** Published texts that are neither policies nor contracts. */
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
export type PolicyType = z.infer<typeof policyType>;
export type ContractType = z.infer<typeof contractType>;

/** A published version of a text: HTML with headings, paragraphs, lists and links. */
export const publishedText = z.object({
  type: z.string(),
  version: z.int(),
  html: z.string(),
  publishedAt: z.date(),
});
export type PublishedText = z.infer<typeof publishedText>;

/** Public settings by key. `readSiteSettings` turns them into what the pages show. */
export const publicSettings = z.record(z.string(), z.string());
