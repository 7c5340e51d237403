import { z } from 'zod';

/** The token in the link of a guest's receipt or of an employee's invitation. */
export const claimTokenInput = z.object({ token: z.string().max(2_000) });

/** What may be done with the link: 'open' can be claimed; 'yours' and 'taken' were claimed; 'over' has ended. */
export const claimState = z.enum(['open', 'yours', 'taken', 'over']);
export type ClaimState = z.infer<typeof claimState>;

/** The membership behind a link, for whoever holds it. */
export const claimable = z.object({
  /** As stored, 12 characters. */
  number: z.string(),
  planName: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  expiresAt: z.date(),
  /** Bought by a company for this person, who cannot cancel it (DESIGN D31). */
  isEmployeeCard: z.boolean(),
  state: claimState,
});
export type Claimable = z.infer<typeof claimable>;

/** The number of the claimed card, as stored. */
export const claimResult = z.object({ number: z.string() });
