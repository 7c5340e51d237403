import { z } from 'zod';
import { countWords } from '../../lib/line-rules.ts';
import { readZip } from '../../lib/readers/zip.ts';
import { emailLine, limitLength, nameLine, optionalLine, requiredReading } from '../../lib/text.ts';
import { acceptedTexts } from '../content/content.schema.ts';
import { stateSummary } from '../memberships/state/state.schema.ts';
import { businessName } from '../stores/business-draft.schema.ts';
import { businessCategory } from '../stores/category.schema.ts';

const REQUIRED = 'Required Field';
export const MAX_SOCIAL_MEDIA_WORDS = 250;

const socialHandle = optionalLine(200);

export const businessSocialMedia = z.object({
  facebook: socialHandle,
  instagram: socialHandle,
  twitter: socialHandle,
  snapchat: socialHandle,
  pinterest: socialHandle,
  linkedin: socialHandle,
  socialMediaInfo: limitLength(z.string().trim(), 5000)
    .refine(
      (value) => !/(?![\n\r\t])[\p{Cc}\p{Cs}]/u.test(value),
      'Please use only letters, numbers, and symbols',
    )
    .refine(
      (value) => countWords(value) <= MAX_SOCIAL_MEDIA_WORDS,
      `Please use at most ${MAX_SOCIAL_MEDIA_WORDS} words`,
    )
    .nullish()
    .transform((value) => value || null),
});

export const businessPresentation = z.object({
  presentationContactName: nameLine('Please enter a contact name'),
  presentationContactEmail: emailLine('Please enter a contact email'),
  presentationTime: optionalLine(200),
  presentationFuture: z.enum(['yes', 'no', 'maybe'], { error: REQUIRED }),
});

/**
 * What the owner entered about a plan's programs. Null for a program that isn't included, or that the owner
 * opted out of.
 */
export const businessProgramDetails = z.object({
  loyalty: z.boolean(),
  socialMedia: businessSocialMedia.nullable(),
  presentation: businessPresentation.nullable(),
});
export type BusinessProgramDetails = z.infer<typeof businessProgramDetails>;

export const trialInput = z.object({
  businessname: businessName,
  type: businessCategory,
  zip: requiredReading(readZip, REQUIRED, 12),
  acceptedTexts,
});
export type TrialInput = z.infer<typeof trialInput>;

export const startedTrial = z.object({
  businessId: z.uuid(),
  /** False if the account's email address isn't verified yet. */
  isListed: z.boolean(),
  endsAt: z.date(),
  listedUntil: z.date(),
});

/** `receiptId` opens the receipt at `/api/receipt?id=`. */
const planPayment = z.object({
  receiptId: z.uuid(),
  paidAt: z.date(),
  amountCents: z.int(),
  refundedCents: z.int(),
});

export const ownBusinessPlan = z.object({
  planId: z.int(),
  planName: z.string(),
  kind: z.enum(['subscription', 'trial']),
  state: z.enum(['active', 'past_due', 'unpaid', 'canceled', 'ended']),
  /** The label of `summary`. */
  statusText: z.string(),
  summary: stateSummary,
  startedAt: z.date(),
  /** The end of the paid period or the trial. */
  periodEnd: z.date(),
  /** Null if nothing more will be charged. */
  nextCharge: z.object({ at: z.date(), amountCents: z.int() }).nullable(),
  /** When the store listing ends if nothing more is charged. A trial's listing year can outlast the plan. */
  listedUntil: z.date(),
  canCancel: z.boolean(),
  /** What canceling the plan now would do. */
  cancelTerms: z.string(),
  /** How the plan can be changed. Null for a trial, and once the plan has ended. */
  change: z
    .object({
      /** A sentence that explains why the plan can't be changed now. Null if it can be. */
      obstacle: z.string().nullable(),
      /** The smaller plan that starts with the next renewal. Null if none was requested. */
      scheduled: z.object({ planName: z.string(), from: z.date() }).nullable(),
    })
    .nullable(),
  programs: businessProgramDetails,
  /** Newest first. */
  payments: z.array(planPayment),
});
export type OwnBusinessPlan = z.infer<typeof ownBusinessPlan>;
