import { z } from 'zod';
import { membershipCore, numberInput } from './membership.schema.ts';

/** A number, and the code beside it where it was scanned: whatever that holds, it is no error. */
export const verificationInput = numberInput.extend({ scan: z.string().optional() });

/** Whether a scanned code was made by the card's own device just now; an old one may be a screenshot's. */
export const liveness = z.enum(['live', 'old', 'unknown']);
export type Liveness = z.infer<typeof liveness>;

/** What anybody with the number may read (SPEC section 2, Verify card; DESIGN D8, D28). */
export const verification = membershipCore.extend({
  isFamily: z.boolean(),
  /** Null and empty unless the plan is a family plan. */
  spouseFirstname: z.string().nullable(),
  spouseLastname: z.string().nullable(),
  familyMembers: z.array(z.string()),
  /** Cards of each kind: a company's plan counts its employees', any other itself. */
  individualCount: z.int(),
  familyCount: z.int(),
  /** Whether a printed card was asked for: told to the owner, null to anybody else. */
  requestedPhysicalCard: z.boolean().nullable(),
  /** Null where no code was sent. */
  liveness: liveness.nullable(),
});
export type Verification = z.infer<typeof verification>;
