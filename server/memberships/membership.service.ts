import type { Db, Trx } from '#db/client.ts';
import { listPlans } from '../catalog/plan.service.ts';
import { AppError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import { newMembershipNumber, parseMembershipNumber } from '../lib/membership-number.ts';
import {
  findBoughtMemberships,
  findFirstOnSubscription,
  findMembershipById,
  findOwnMembership,
  findOwnMemberships,
  findStandings,
  insertMemberships,
  type MembershipBuyer,
  type StoredMembership,
} from './membership.repository.ts';
import type { MembershipCore, OwnMembership } from './membership.schema.ts';
import {
  canCancel,
  canResume,
  getExpiry,
  getMembershipState,
  getUpdatedStatus,
  isActive,
  isCurrent,
  STATE_LABELS,
  willRenew,
} from './membership-state.ts';
import { describePlanChange } from './plan-change.service.ts';

export type { StoredMembership };

export interface NewMembership {
  /** Null for a guest's purchase, and for an employee card until it is claimed. */
  accountId: string | null;
  subscriptionId: string;
  planId: number;
  firstname: string;
  lastname: string;
  spouseFirstname: string | null;
  spouseLastname: string | null;
  familyMembers: string[];
}

/**
 * There are 2^55 numbers, so collisions are rare. The limit prevents an endless loop if the generator is
 * broken.
 */
const MAX_NUMBERS = 5;

export interface CreatedMembership {
  id: string;
  /** 12 characters, without hyphens. */
  number: string;
  membership: NewMembership;
}

export async function createMembership(
  trx: Trx,
  membership: NewMembership,
  nextNumber: () => string = newMembershipNumber,
): Promise<{ id: string; number: string }> {
  const [created] = await createMemberships(trx, [membership], nextNumber);
  if (!created) throw new Error('No membership was made');
  return { id: created.id, number: created.number };
}

/** Returns the memberships in the given order. */
export async function createMemberships(
  trx: Trx,
  memberships: readonly NewMembership[],
  nextNumber: () => string = newMembershipNumber,
): Promise<CreatedMembership[]> {
  const created = memberships.map((membership) => ({ id: newId(), number: '', membership }));
  let missing = created;
  for (let attempts = 0; attempts < MAX_NUMBERS && missing.length > 0; attempts++) {
    for (const draft of missing) draft.number = nextNumber();
    const inserted = await insertMemberships(
      trx,
      missing.map(({ id, number, membership }) => ({ ...membership, id, number })),
    );
    missing = missing.filter(({ id }) => !inserted.has(id));
  }
  if (missing.length > 0) throw new Error(`No free membership number among ${MAX_NUMBERS}`);
  return created;
}

export async function hasValidMembership(db: Db, accountId: string, now: Date): Promise<boolean> {
  const standings = await findStandings(db, accountId);
  return standings.some((standing) => isActive(standing, now));
}

/** Returns the buyer's valid membership of a plan. If there are several, the one that expires last. */
export async function findHeldMembership(
  db: Db,
  buyer: MembershipBuyer & { planId: number },
  now: Date,
): Promise<StoredMembership | undefined> {
  if (buyer.buyerKeys.length === 0) return undefined;
  const held = await findBoughtMemberships(db, buyer, buyer.planId);
  return held.find((membership) => isActive(membership, now));
}

export function describeMembership(stored: StoredMembership, now: Date): MembershipCore {
  return {
    id: stored.id,
    number: stored.number,
    plan: stored.planId,
    planName: stored.planName,
    isCorporatePlan: stored.planKind === 'corporate',
    isCompanyPlan: stored.isCompanyPlan,
    firstname: stored.firstname,
    lastname: stored.lastname,
    status: stored.status,
    state: getMembershipState(stored, now),
    statusText: STATE_LABELS[getMembershipState(stored, now)],
    updatedStatus: getUpdatedStatus(stored, now),
    periodStart: stored.periodStart,
    periodEnd: getExpiry(stored),
    canceled: stored.canceledAt !== null || stored.endedAt !== null,
    canceledAt: stored.canceledAt ?? stored.endedAt,
  };
}

/** Newest first. Excludes employee cards that the account bought for others (D30). */
export async function listOwnMemberships(db: Db, accountId: string, now: Date): Promise<OwnMembership[]> {
  const [rows, plans] = await Promise.all([findOwnMemberships(db, accountId), listPlans(db)]);
  return rows.map(({ lastPaidAt, lastAmountCents, ...stored }) => {
    // A company's charges are shown on its own plan, not on each employee card.
    const isPayer = stored.payerId === accountId && !stored.isEmployeeCard;
    return {
      ...describeMembership(stored, now),
      lastCharge:
        isPayer && lastPaidAt && lastAmountCents !== null
          ? { paidAt: lastPaidAt, amountCents: lastAmountCents }
          : null,
      nextChargeAt: isPayer && willRenew(stored, now) ? stored.paidUntil : null,
      isEmployeeCard: stored.isEmployeeCard,
      isCurrent: isCurrent(stored, now),
      canShowCard: isActive(stored, now),
      planChange: isPayer && isCurrent(stored, now) ? describePlanChange(plans, stored, now) : null,
      family: stored.isFamily ? describeFamily(stored) : null,
      canCancel: canCancel(stored, now),
      canResume: canResume(stored, now),
    };
  });
}

function describeFamily({ spouseFirstname, spouseLastname, familyMembers }: StoredMembership) {
  return {
    spouseFirstName: spouseFirstname,
    spouseLastName: spouseLastname,
    members: familyMembers.map((name) => ({ name })),
  };
}

/** Accepts the number in any spelling. Throws MEMBERSHIP_NOT_FOUND. */
export async function requireOwnMembership(
  db: Db,
  accountId: string,
  numberText: string,
): Promise<StoredMembership> {
  const number = parseMembershipNumber(numberText);
  const stored = number === null ? undefined : await findOwnMembership(db, accountId, number);
  if (!stored) throw new AppError('MEMBERSHIP_NOT_FOUND');
  return stored;
}

/** Returns any account's or guest's membership. The caller must be staff. Throws MEMBERSHIP_NOT_FOUND. */
export async function requireMembership(db: Db, id: string): Promise<StoredMembership> {
  const stored = await findMembershipById(db, id);
  if (!stored) throw new AppError('MEMBERSHIP_NOT_FOUND');
  return stored;
}

/** A subscription has one membership, unless a company pays for it. Then this returns the oldest. */
export async function findMembershipOfSubscription(
  db: Db,
  subscriptionId: string,
): Promise<StoredMembership | undefined> {
  return findFirstOnSubscription(db, subscriptionId);
}

/** Returns a membership's state in words. */
export function getStateLabel(standing: Parameters<typeof getMembershipState>[0], now: Date): string {
  return STATE_LABELS[getMembershipState(standing, now)];
}
