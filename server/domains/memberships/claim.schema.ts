import { z } from 'zod';
import { linkToken } from '../../lib/text.ts';

/** The token that `claimLink` signs. */
export const claimTokenInput = z.object({
  token: linkToken(
    'This link doesn’t work or has expired. If you need help, please contact customer support.',
  ),
});

/**
 * 'yours' means that this account already has the membership, 'taken' that another account has it, and 'over'
 * that it ended before anyone claimed it.
 */
export const claimState = z.enum(['open', 'yours', 'taken', 'over']);
export type ClaimState = z.infer<typeof claimState>;

/** The membership that a claim link is for. */
export const claimable = z.object({
  /** 12 characters, without hyphens. */
  number: z.string(),
  planName: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  expiresAt: z.date(),
  /** An employee can't cancel the card, because the company pays for it. */
  isEmployeeCard: z.boolean(),
  companyName: z.string().nullable(),
  state: claimState,
});
export type Claimable = z.infer<typeof claimable>;

/** `number` is 12 characters, without hyphens. */
export const claimResult = z.object({ number: z.string() });
