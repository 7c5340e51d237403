import { z } from 'zod';
import { membershipCore, numberInput } from './membership.schema.ts';
import { stateSummary } from './state/state.schema.ts';

/** `scan` is the code from a scanned QR code. A malformed one isn't an error. */
export const verificationInput = numberInput.extend({ scan: z.string().optional() });

/**
 * 'live' means that the cardholder's own device made the scanned code just now. An 'old' code may come from a
 * screenshot.
 */
export const liveness = z.enum(['live', 'old', 'unknown']);
export type Liveness = z.infer<typeof liveness>;

/** What anyone who knows the number may read (D8). */
export const verification = membershipCore.extend({
  /** Only whether the card can be used, not why. */
  summary: stateSummary.pick({ until: true, title: true, text: true }),
  isFamily: z.boolean(),
  /** Null, and `familyMembers` empty, unless this is a family plan. */
  spouseFirstname: z.string().nullable(),
  spouseLastname: z.string().nullable(),
  familyMembers: z.array(z.string()),
  /** A company's plan counts its employees' cards, any other plan only the card itself. */
  individualCount: z.int(),
  familyCount: z.int(),
  /** Null unless the caller owns the membership. */
  requestedPhysicalCard: z.boolean().nullable(),
  /** Null if no code was scanned. */
  liveness: liveness.nullable(),
});
export type Verification = z.infer<typeof verification>;
