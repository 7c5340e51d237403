import { z } from 'zod';
import { membershipCore } from './membership.schema.ts';

/** What anybody with the number may read (SPEC section 2, Verify card; DESIGN D8, D28). */
export const verification = membershipCore.extend({
  /** Of a family plan (1 and 4); null and empty otherwise. */
  spouseFirstname: z.string().nullable(),
  spouseLastname: z.string().nullable(),
  familyMembers: z.array(z.string()),
  /** Cards of each kind: a company's plan counts its employees', any other itself. */
  individualCount: z.int(),
  familyCount: z.int(),
  /** Whether a printed card was asked for: told to the owner, null to anybody else. */
  requestedPhysicalCard: z.boolean().nullable(),
});
export type Verification = z.infer<typeof verification>;
