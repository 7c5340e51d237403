import { z } from 'zod';
import { linkToken } from '../lib/text.ts';

/** The token is in the link of a guest's receipt or of an employee's invitation. */
export const claimTokenInput = z.object({
  token: linkToken(
    'This link does not work, or has expired. If you need help, please contact our customer support.',
  ),
});

/**
 * 'yours' means that this account claimed the membership before, 'taken' that another account did, and 'over'
 * that the membership has ended.
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
  /** True if a company pays for the membership. The holder then can't cancel it. */
  isEmployeeCard: z.boolean(),
  state: claimState,
});
export type Claimable = z.infer<typeof claimable>;

/** `number` is 12 characters, without hyphens. */
export const claimResult = z.object({ number: z.string() });
