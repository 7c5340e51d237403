import { z } from 'zod';

/** A membership's state at one moment; see `membership-state.ts`. */
export const membershipState = z.enum(['active', 'past_due', 'unpaid', 'expired', 'canceled']);
export type MembershipState = z.infer<typeof membershipState>;

/** Its last payment failed and is still owed. */
export function isOverdue(state: MembershipState): boolean {
  return state === 'past_due' || state === 'unpaid';
}

/** Can the card be used now, is it over, or is something wrong? */
export const updatedStatus = z.enum(['active', 'expired', 'invalid']);
export type UpdatedStatus = z.infer<typeof updatedStatus>;

/** The stored billing status, whatever the date. */
export const billingStatus = z.enum(['active', 'past_due', 'unpaid', 'canceled']);

/** A membership as every API returns it. Instants are UTC. */
export const membershipCore = z.object({
  id: z.uuid(),
  /** 12 characters, without hyphens; `formatMembershipNumber` makes it readable. */
  number: z.string(),
  plan: z.int(),
  planName: z.string(),
  isCorporatePlan: z.boolean(),
  /** A company's own plan, which is not a card. */
  isCompanyPlan: z.boolean(),
  firstname: z.string(),
  lastname: z.string(),
  status: billingStatus,
  state: membershipState,
  /** The state in words. */
  statusText: z.string(),
  updatedStatus,
  periodStart: z.date(),
  /** When it expires or expired: the end of the last paid period (D26), or earlier if it was ended. */
  periodEnd: z.date(),
  /** Canceled or ended. The card works until `periodEnd`. */
  canceled: z.boolean(),
  canceledAt: z.date().nullable(),
});
export type MembershipCore = z.infer<typeof membershipCore>;

export const ownMembership = membershipCore.extend({
  /** The last payment; null if this account paid nothing. */
  lastCharge: z.object({ paidAt: z.date(), amountCents: z.int() }).nullable(),
  /** When this account will be charged next; null if never. */
  nextChargeAt: z.date().nullable(),
  /** Paid by a company, so the holder cannot cancel it. */
  isEmployeeCard: z.boolean(),
  /** False once the period has ended and no renewal will follow. */
  isCurrent: z.boolean(),
  canShowCard: z.boolean(),
  canCancel: z.boolean(),
});
export type OwnMembership = z.infer<typeof ownMembership>;

/** A number as typed, scanned, or linked. A malformed one is reported as not found, not as invalid. */
export const numberInput = z.object({ number: z.string() });
