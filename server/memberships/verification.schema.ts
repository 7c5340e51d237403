import { z } from 'zod';
import { membershipCore, numberInput } from './membership.schema.ts';

/** A malformed `scan` is not an error. */
export const verificationInput = numberInput.extend({ scan: z.string().optional() });

/** Whether the card's own device made the scanned code just now. An old code may come from a screenshot. */
export const liveness = z.enum(['live', 'old', 'unknown']);
export type Liveness = z.infer<typeof liveness>;

/** What anyone with the number may read (D8). */
export const verification = membershipCore.extend({
  isFamily: z.boolean(),
  /** Null and empty unless the plan is a family plan. */
  spouseFirstname: z.string().nullable(),
  spouseLastname: z.string().nullable(),
  familyMembers: z.array(z.string()),
  /** A company's plan counts its employees' cards; any other plan counts itself. */
  individualCount: z.int(),
  familyCount: z.int(),
  /** Whether a printed card was requested; null unless the caller owns the membership. */
  requestedPhysicalCard: z.boolean().nullable(),
  /** Null if no code was scanned. */
  liveness: liveness.nullable(),
});
export type Verification = z.infer<typeof verification>;
