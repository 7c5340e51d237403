import { z } from 'zod';

/** What a membership is at one moment; `membership-state.ts` decides it. */
export const membershipState = z.enum(['active', 'past_due', 'unpaid', 'expired', 'canceled']);
export type MembershipState = z.infer<typeof membershipState>;

/** The answer in short, as seen today (DESIGN D24): can it be used now, is it over, or is something wrong? */
export const updatedStatus = z.enum(['active', 'expired', 'invalid']);
export type UpdatedStatus = z.infer<typeof updatedStatus>;

/** The status that billing has left in the row, without regard to the date. */
export const billingStatus = z.enum(['active', 'past_due', 'unpaid', 'canceled']);

/** What every reader of a membership gets (contract: Membership). Instants are UTC. */
export const membershipCore = z.object({
  id: z.uuid(),
  /** As stored, 12 characters; people read it as XXXX-XXXX-XXXX (`formatMembershipNumber`). */
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
  /** The state in words, the same on every page. */
  statusText: z.string(),
  updatedStatus,
  periodStart: z.date(),
  periodEnd: z.date(),
  /** The end was asked for or has come; use continues until `periodEnd` (SPEC section 4). */
  canceled: z.boolean(),
  canceledAt: z.date().nullable(),
});
export type MembershipCore = z.infer<typeof membershipCore>;

/** One of the signed-in account's own memberships (SPEC section 2, Memberships). */
export const ownMembership = membershipCore.extend({
  /** The last paid invoice; null where nothing was paid by this account. */
  lastCharge: z.object({ paidAt: z.date(), amountCents: z.int() }).nullable(),
  /** When the next period will be charged to this account; null where none will (DESIGN D26). */
  nextChargeAt: z.date().nullable(),
  /** Bought by a company for its holder, who pays nothing and cannot cancel it (DESIGN D31). */
  isEmployeeCard: z.boolean(),
  /** False once it is over for good: its period has ended and no renewal is to come. */
  isCurrent: z.boolean(),
  canShowCard: z.boolean(),
  canCancel: z.boolean(),
});
export type OwnMembership = z.infer<typeof ownMembership>;

/** A membership number as somebody typed, scanned or linked it; what it cannot be is 'not found' (DESIGN D3). */
export const numberInput = z.object({ number: z.string() });
