import type { Db, Trx } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { newMembershipNumber } from '../../lib/membership-number.ts';
import { readMembershipNumber } from '../../lib/readers/membership-number.ts';
import { valueOrNull } from '../../lib/readers/reading.ts';
import { listPlans } from '../catalog/plan.service.ts';
import { findMoneyReturns } from '../payments/subscriptions/subscription.service.ts';
import { findCompanyNames } from './company/company.repository.ts';
import {
  findBoughtMemberships,
  findFirstOnSubscription,
  findMembershipById,
  findMembershipByNumber,
  findOwnMembership,
  findOwnMemberships,
  findStandings,
  insertMemberships,
  type MembershipBuyer,
  type StoredMembership,
} from './membership.repository.ts';
import type { MembershipCore, OwnMembership } from './membership.schema.ts';
import {
  getExpiry,
  getMembershipState,
  getUpdatedStatus,
  isActive,
  isCurrent,
} from './membership-state.shared.ts';
import { describeNextPlan, describePlanChange } from './plan-change.service.ts';
import type { Audience } from './state/state-sentences.shared.ts';
import { type StateFacts, summarizeState } from './state/state-summary.shared.ts';

export { findMembershipByNumber, type StoredMembership };

export interface NewMembership {
  /** Null for a guest's purchase, and for an employee card until it is claimed. */
  accountId: string | null;
  subscriptionId: string;
  planId: number;
  firstname: string;
  lastname: string;
  latinName?: string | null | undefined;
  spouseFirstname: string | null;
  spouseLastname: string | null;
  spouseLatinName?: string | null;
  familyMembers: string[];
  familyLatinNames?: string[];
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
  const [createdMembership] = await createMemberships(trx, [membership], nextNumber);
  if (!createdMembership) throw new Error('No membership was made');
  return { id: createdMembership.id, number: createdMembership.number };
}

/** Returns the memberships in the given order. */
export async function createMemberships(
  trx: Trx,
  memberships: readonly NewMembership[],
  nextNumber: () => string = newMembershipNumber,
): Promise<CreatedMembership[]> {
  const createdMemberships = memberships.map((membership) => ({ id: newId(), number: '', membership }));
  let unsaved = createdMemberships;
  for (let attempts = 0; attempts < MAX_NUMBERS && unsaved.length > 0; attempts++) {
    for (const draft of unsaved) draft.number = nextNumber();
    const insertedIds = await insertMemberships(
      trx,
      unsaved.map(({ id, number, membership: { latinName = null, ...membership } }) => ({
        ...membership,
        latinName,
        id,
        number,
      })),
    );
    unsaved = unsaved.filter(({ id }) => !insertedIds.has(id));
  }
  if (unsaved.length > 0) throw new Error(`No free membership number among ${MAX_NUMBERS}`);
  return createdMemberships;
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
  const memberships = await findBoughtMemberships(db, buyer, buyer.planId);
  return memberships.find((membership) => isActive(membership, now));
}

type StateDetails = Pick<StateFacts, 'moneyReturn' | 'nextPlan'>;

export function describeMembership(
  membership: StoredMembership,
  audience: Audience,
  now: Date,
  details: StateDetails = {},
): MembershipCore {
  const isClaimed = membership.accountId !== null;
  const summary = summarizeState({ ...membership, isClaimed, ...details }, audience, now);
  return {
    id: membership.id,
    number: membership.number,
    plan: membership.planId,
    planName: membership.planName,
    isCorporatePlan: membership.planKind === 'corporate',
    isCompanyPlan: membership.isCompanyPlan,
    firstname: membership.firstname,
    lastname: membership.lastname,
    status: membership.status,
    state: getMembershipState(membership, now),
    statusText: summary.label,
    summary,
    updatedStatus: getUpdatedStatus(membership, now),
    periodStart: membership.periodStart,
    periodEnd: getExpiry(membership),
    canceled: membership.canceledAt !== null || membership.endedAt !== null,
    canceledAt: membership.canceledAt ?? membership.endedAt,
  };
}

/** Newest first. Excludes employee cards that the account bought for others (D30). */
export async function listOwnMemberships(db: Db, accountId: string, now: Date): Promise<OwnMembership[]> {
  const [rows, plans] = await Promise.all([findOwnMemberships(db, accountId), listPlans(db)]);
  const moneyReturns = await findMoneyReturns(
    db,
    // What happens to the company's money isn't its employees' business.
    rows.flatMap(({ subscriptionId, isEmployeeCard }) => (isEmployeeCard ? [] : [subscriptionId])),
  );
  const companyNames = await findCompanyNames(db, rows);
  return rows.map(({ lastPaidAt, lastAmountCents, ...membership }) => {
    // A company's charges are shown on its own plan, not on each employee card.
    const isPayer = membership.payerId === accountId && !membership.isEmployeeCard;
    const planChange =
      isPayer && isCurrent(membership, now) ? describePlanChange(plans, membership, now) : null;
    const core = describeMembership(membership, findAudience(membership), now, {
      moneyReturn: moneyReturns.get(membership.subscriptionId) ?? null,
      nextPlan: planChange && describeNextPlan(plans, membership, now),
    });
    const { next, actions } = core.summary;
    return {
      ...core,
      lastCharge:
        isPayer && lastPaidAt && lastAmountCents !== null
          ? { paidAt: lastPaidAt, amountCents: lastAmountCents }
          : null,
      nextChargeAt: isPayer && next !== null && next.event !== 'ends' ? next.at : null,
      isEmployeeCard: membership.isEmployeeCard,
      companyName: (membership.isEmployeeCard && companyNames.get(membership.payerId)) || null,
      isCurrent: isCurrent(membership, now),
      canShowCard: isActive(membership, now),
      planChange,
      family: membership.isFamily ? describeFamily(membership) : null,
      canCancel: actions.includes('cancel'),
      canResume: actions.includes('resume'),
    };
  });
}

function findAudience({ isCompanyPlan, isEmployeeCard }: StoredMembership): Audience {
  if (isCompanyPlan) return 'company';
  return isEmployeeCard ? 'employee' : 'member';
}

function describeFamily(membership: StoredMembership) {
  return {
    spouseFirstName: membership.spouseFirstname,
    spouseLastName: membership.spouseLastname,
    spouseLatinName: membership.spouseLatinName,
    members: membership.familyMembers.map((name, index) => ({
      name,
      latinName: membership.familyLatinNames[index] || null,
    })),
  };
}

/** Accepts the number in any spelling. Throws MEMBERSHIP_NOT_FOUND. */
export async function requireOwnMembership(
  db: Db,
  accountId: string,
  numberText: string,
): Promise<StoredMembership> {
  const number = valueOrNull(readMembershipNumber(numberText));
  const membership = number === null ? undefined : await findOwnMembership(db, accountId, number);
  if (!membership) throw new AppError('MEMBERSHIP_NOT_FOUND');
  return membership;
}

/** Returns any account's or guest's membership. The caller must be staff. Throws MEMBERSHIP_NOT_FOUND. */
export async function requireMembership(db: Db, id: string): Promise<StoredMembership> {
  const membership = await findMembershipById(db, id);
  if (!membership) throw new AppError('MEMBERSHIP_NOT_FOUND');
  return membership;
}

/** A subscription has one membership, unless a company pays for it. Then this returns the oldest. */
export async function findMembershipOfSubscription(
  db: Db,
  subscriptionId: string,
): Promise<StoredMembership | undefined> {
  return findFirstOnSubscription(db, subscriptionId);
}
