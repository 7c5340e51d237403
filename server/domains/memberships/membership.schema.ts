import { z } from 'zod';
import { planChange } from './plan-change.schema.ts';
import { stateSummary } from './state/state.schema.ts';

/** Computed in `membership-state.shared.ts` from the stored data and the current time. */
export const membershipState = z.enum(['active', 'past_due', 'unpaid', 'expired', 'canceled']);
export type MembershipState = z.infer<typeof membershipState>;

/** True if the last payment failed and is still owed. */
export function isOverdue(state: MembershipState): boolean {
  return state === 'past_due' || state === 'unpaid';
}

/**
 * 'active': the card can be used now. 'expired': its period is over. 'invalid': it can't be used for another
 * reason.
 */
export const updatedStatus = z.enum(['active', 'expired', 'invalid']);
export type UpdatedStatus = z.infer<typeof updatedStatus>;

/** The billing status in our database. Unlike `membershipState`, it doesn't depend on the current time. */
export const billingStatus = z.enum(['active', 'past_due', 'unpaid', 'canceled']);

/** The fields of a membership that every API returns. */
export const membershipCore = z.object({
  id: z.uuid(),
  /** 12 characters, without hyphens. `formatMembershipNumber` formats it for display. */
  number: z.string(),
  plan: z.int(),
  planName: z.string(),
  isCorporatePlan: z.boolean(),
  /** True for the company's plan itself, which is not a card. */
  isCompanyPlan: z.boolean(),
  firstname: z.string(),
  lastname: z.string(),
  status: billingStatus,
  state: membershipState,
  /** The label of `summary`. */
  statusText: z.string(),
  /** The state in words, for those who read it. */
  summary: stateSummary,
  updatedStatus,
  periodStart: z.date(),
  /** The end of the last paid or granted period (D26), or when the membership ended if that was earlier. */
  periodEnd: z.date(),
  /** True if it was canceled or has ended, even if staff then extended it. */
  canceled: z.boolean(),
  canceledAt: z.date().nullable(),
});
export type MembershipCore = z.infer<typeof membershipCore>;

export const ownMembership = membershipCore.extend({
  /** The last payment for the membership. Null for an employee card, and if this account paid nothing. */
  lastCharge: z.object({ paidAt: z.date(), amountCents: z.int() }).nullable(),
  /** When this account will next be charged for the membership. Null if it won't be, or if that day has passed. */
  nextChargeAt: z.date().nullable(),
  /** An employee can't cancel the card, because the company pays for it. */
  isEmployeeCard: z.boolean(),
  /** The company that pays for an employee card. */
  companyName: z.string().nullable(),
  /** False once the membership has ended, or its period is over and no renewal will follow. */
  isCurrent: z.boolean(),
  canShowCard: z.boolean(),
  canCancel: z.boolean(),
  /** Null unless this account pays for a current individual or family plan. */
  planChange: planChange.nullable(),
  /** The names on a family card other than the holder's. Null for other plans. */
  family: z
    .object({
      spouseFirstName: z.string().nullable(),
      spouseLastName: z.string().nullable(),
      spouseLatinName: z.string().nullable(),
      members: z.array(z.object({ name: z.string(), latinName: z.string().nullable() })),
    })
    .nullable(),
  /** True if the owner can undo a cancellation. */
  canResume: z.boolean(),
});
export type OwnMembership = z.infer<typeof ownMembership>;

/**
 * A number that was typed, scanned, or taken from a link. The procedures report a malformed one as not found.
 */
export const numberInput = z.object({ number: z.string() });

export const cancelReason = z.enum([
  'too-expensive',
  'saves-too-little',
  'few-businesses',
  'rarely-used',
  'moving',
  'other',
]);
export type CancelReason = z.infer<typeof cancelReason>;

export const cancelInput = numberInput.extend({ reason: cancelReason.nullish() });
export type CancelInput = z.infer<typeof cancelInput>;
