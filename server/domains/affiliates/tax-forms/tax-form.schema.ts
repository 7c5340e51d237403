import { z } from 'zod';
import { plainNumber } from '../../../lib/readers/plain-text.ts';
import { nameLine, requiredLine } from '../../../lib/text.ts';

export const TAX_CLASSIFICATIONS = [
  'individual',
  'llc',
  'c_corporation',
  's_corporation',
  'partnership',
  'trust_estate',
] as const;
export const TAX_CLASSIFICATION_NAMES = {
  individual: 'Individual or sole proprietor',
  llc: 'Limited liability company (LLC)',
  c_corporation: 'C corporation',
  s_corporation: 'S corporation',
  partnership: 'Partnership',
  trust_estate: 'Trust or estate',
} as const satisfies Record<(typeof TAX_CLASSIFICATIONS)[number], string>;
export const TAX_ID_TYPES = ['ssn', 'ein'] as const;
export const TAX_ID_NAMES = {
  ssn: 'Social Security number (SSN)',
  ein: 'Employer identification number (EIN)',
} as const satisfies Record<(typeof TAX_ID_TYPES)[number], string>;

const NINE_DIGITS = /^\d{9}$/;

/**
 * A social security or employer identification number. It has nine digits, which may be grouped by spaces and
 * hyphens.
 */
const taxNumber = requiredLine('Required Field', 20)
  .transform((value) => plainNumber(value).replace(/[\s-]/g, ''))
  .refine((value) => value === '' || NINE_DIGITS.test(value), 'Please enter 9 digits');

export const w9Input = z.object({
  usPerson: z.literal(true, { error: 'We only support US persons at this time' }),
  legalNameOfBusiness: nameLine('Required Field'),
  taxClassification: z.enum(TAX_CLASSIFICATIONS, { error: 'Required Field' }),
  idType: z.enum(TAX_ID_TYPES, { error: 'Required Field' }),
  idNumber: taxNumber,
  acceptedTerms: z.literal(true, { error: 'Please accept the terms' }),
});
export type W9Input = z.infer<typeof w9Input>;

/** Affiliates aren't asked whether they are a US person. */
export const affiliateW9 = w9Input.extend({ usPerson: z.boolean().nullish() });
export type AffiliateW9 = z.infer<typeof affiliateW9>;

const REQUIRED = 'Required Field';

/** Filed by affiliates outside the United States. */
export const w8Input = z.object({
  name: nameLine(REQUIRED),
  PermanentResidenceAddress: requiredLine(REQUIRED, 200),
  city: requiredLine(REQUIRED),
  USTaxPayerID: requiredLine(REQUIRED, 40),
  ForeignTaxID: requiredLine(REQUIRED, 40),
  /** True if the affiliate's country issues tax numbers. */
  FTINRequired: z.boolean().nullish(),
  ReferenceNumber: requiredLine(REQUIRED, 40),
  acceptedTerms: z.literal(true, { error: 'Please accept the terms' }),
});
export type W8Input = z.infer<typeof w8Input>;

/** The fields of a form on file that its owner may see. */
export const taxFormSummary = z.object({ acceptedAt: z.date(), last4: z.string() });
export type TaxFormSummary = z.infer<typeof taxFormSummary>;

export const w9Filing = z.object({ kind: z.literal('w9'), w9: affiliateW9 });
export const w8Filing = z.object({ kind: z.literal('w8ben'), w8: w8Input });
/** A form filed by an affiliate who has none on file. */
export const taxFormFiling = z.discriminatedUnion('kind', [w9Filing, w8Filing]);
export type TaxFormFiling = z.infer<typeof taxFormFiling>;
