import { z } from 'zod';

export const policyType = z.enum(['PRIVACY', 'COOKIE']);
/** The FAQ is the one text that is no contract. */
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

/** A policy or contract as published: HTML of headings, paragraphs, lists and links. */
export const publishedText = z.object({
  type: z.string(),
  version: z.int(),
  html: z.string(),
  publishedAt: z.date(),
});
export type PublishedText = z.infer<typeof publishedText>;

/** Settings that anybody may read, by key; `readSiteSettings` of server/lib/site-settings.ts reads what the pages show. */
export const publicSettings = z.record(z.string(), z.string());
