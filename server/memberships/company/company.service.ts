import type { Db, Trx } from '#db/client.ts';
import { newId } from '../../lib/ids.ts';
import type { MembershipState } from '../membership.schema.ts';
import { getMembershipState, isCurrent, STATE_LABELS, willRenew } from '../membership-state.ts';
import {
  type CompanyMembership,
  findCompanyByAccount,
  findCompanyMembership,
  lockCompanyByAccount,
  upsertCompany,
} from './company.repository.ts';
import type { CardCounts, Company, CompanyForm } from './company.schema.ts';
import { findSeats } from './company-card.repository.ts';

export type { CompanyMembership };

/** Returns undefined until the company form is saved. */
export async function findCompany(db: Db, accountId: string): Promise<Company | undefined> {
  return findCompanyByAccount(db, accountId);
}

/** Locks the company until the transaction ends, so that changes to its cards run one after another. */
export async function lockCompany(trx: Trx, accountId: string): Promise<Company | undefined> {
  return lockCompanyByAccount(trx, accountId);
}

/** Saving the form again keeps the company's id. */
export async function saveCompany(db: Db, accountId: string, form: CompanyForm): Promise<{ id: string }> {
  return { id: await upsertCompany(db, accountId, { ...form, id: newId() }) };
}

/** Cards of one plan that have the same yearly price. */
export interface Seat {
  planId: number;
  isFamily: boolean;
  yearlyCents: number;
  quantity: number;
}

export interface CompanyStanding {
  membership: CompanyMembership;
  /**
   * False once the plan has ended, or its period is over and no renewal will follow. Until then, a second
   * plan is refused (D31).
   */
  isCurrent: boolean;
  /** Neither ended nor overdue. Only then can cards be added and replaced. */
  isActive: boolean;
  /** True if the plan renews unless the company cancels. */
  renews: boolean;
  state: MembershipState;
  statusText: string;
  seats: Seat[];
}

/** Returns null if the company never bought a plan. */
export async function getCompanyStanding(
  db: Db,
  accountId: string,
  now: Date,
): Promise<CompanyStanding | null> {
  const membership = await findCompanyMembership(db, accountId);
  if (!membership) return null;
  const state = getMembershipState(membership, now);
  return {
    membership,
    isCurrent: isCurrent(membership, now),
    isActive: state === 'active',
    renews: state === 'active' && willRenew(membership, now),
    state,
    statusText: STATE_LABELS[state],
    seats: await findSeats(db, accountId, membership.subscriptionId),
  };
}

export function countSeats(seats: readonly Seat[]): CardCounts {
  const counts = { personal: 0, family: 0 };
  for (const { isFamily, quantity } of seats) counts[isFamily ? 'family' : 'personal'] += quantity;
  return counts;
}
