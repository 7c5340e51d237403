import { z } from 'zod';
import { linkToken } from '../lib/text.ts';

/** The token in the link of a guest's receipt or an employee's invitation. */
export const claimTokenInput = z.object({
  token: linkToken(
    'This link does not work, or has expired. If you need help, please contact our customer support.',
  ),
});

/** 'open' can be claimed; 'yours' and 'taken' were claimed before; 'over' has ended. */
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
  /** Paid by a company, so the holder cannot cancel it. */
  isEmployeeCard: z.boolean(),
  state: claimState,
});
export type Claimable = z.infer<typeof claimable>;

/** Number of the claimed card, without hyphens. */
export const claimResult = z.object({ number: z.string() });
