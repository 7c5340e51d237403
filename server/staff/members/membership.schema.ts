import { z } from 'zod';
import { cardAddress } from '../../domains/memberships/physical-card/physical-card.schema.ts';
import { readDollars } from '../../lib/readers/money.ts';
import { valueOrNull } from '../../lib/readers/reading.ts';
import { MAX_GRANT_DAYS } from '../../lib/staff-bounds.ts';
import { history } from './person-parts.schema.ts';

export const membershipInput = z.object({ id: z.uuid() });

export const staffMembership = history.extend({
  id: z.uuid(),
  /** Formatted as XXXX-XXXX-XXXX. */
  number: z.string(),
  /** The id and number in the system that the membership was imported from. */
  externalId: z.string().nullable(),
  externalNumber: z.string().nullable(),
  plan: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  latinName: z.string().nullable(),
  /** The names on a family card other than the holder's. */
  family: z.array(z.string()),
  state: z.string(),
  /** What the state means, as a sentence. Null if there is nothing to say. */
  stateText: z.string().nullable(),
  expires: z.date(),
  /** When the next charge is due. Null if there will be none. */
  renews: z.date().nullable(),
  grantedUntil: z.date().nullable(),
  canceledAt: z.date().nullable(),
  cancelReason: z.string().nullable(),
  owedCents: z.int(),
  /** Null for a guest's membership and for an employee card that nobody has claimed. */
  accountId: z.uuid().nullable(),
  email: z.string(),
  /** For an employee card, the account of the company that pays for it. */
  payerId: z.uuid().nullable(),
  isEmployeeCard: z.boolean(),
  subscriptionId: z.string().nullable(),
  canCancel: z.boolean(),
  canEnd: z.boolean(),
  canExtend: z.boolean(),
  card: z.object({
    state: z.enum(['open', 'requested', 'sent', 'closed']),
    requestedAt: z.date().nullable(),
    sentAt: z.date().nullable(),
    address: z
      .object({
        street1: z.string(),
        street2: z.string().nullable(),
        city: z.string(),
        state: z.string(),
        zip: z.string(),
        country: z.string(),
      })
      .nullable(),
  }),
});

const amount = z
  .string()
  .trim()
  .max(20, 'Enter an amount such as 12.50')
  .transform((text, ctx) => {
    if (text === '') return null;
    const cents = valueOrNull(readDollars(text));
    if (cents) return cents;
    ctx.addIssue({ code: 'custom', message: 'Enter an amount such as 12.50' });
    return z.NEVER;
  });

export const refundInput = z.object({
  /** The id of our payment. */
  id: z.uuid(),
  /** Empty to refund everything that is left. */
  amount,
  keepsMembership: z.boolean(),
});

export const cancelInput = membershipInput.extend({
  when: z.enum(['period-end', 'now'], { error: 'Choose when' }),
});

export const extendInput = membershipInput.extend({
  days: z.coerce
    .number({ error: 'Enter whole days' })
    .int('Enter whole days')
    .min(1, 'At least 1 day')
    .max(MAX_GRANT_DAYS, `At most ${MAX_GRANT_DAYS} days`),
});

export const sendCardInput = z.intersection(membershipInput, cardAddress);
