import type { Db, Trx } from '#db/client.ts';
import { newId } from '../../lib/ids.ts';
import type { MembershipState } from '../membership.schema.ts';
import { getMembershipState, isCurrent, STATE_WORDS, willRenew } from '../membership-state.ts';
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

/** Undefined until the company form is saved. */
export async function findCompany(db: Db, accountId: string): Promise<Company | undefined> {
  return findCompanyByAccount(db, accountId);
}

/** Locks the company's cards until the transaction ends. */
export async function lockCompany(trx: Trx, accountId: string): Promise<Company | undefined> {
  return lockCompanyByAccount(trx, accountId);
}

/** Saves the company form. The company keeps its id when the form is saved again. */
export async function saveCompany(db: Db, accountId: string, form: CompanyForm): Promise<{ id: string }> {
  return { id: await upsertCompany(db, accountId, { ...form, id: newId() }) };
}

/** A number of cards on one plan, with the price of each per year. */
export interface Seat {
  planId: number;
  isFamily: boolean;
  yearlyCents: number;
  quantity: number;
}

export interface CompanyStanding {
  membership: CompanyMembership;
  /** Still usable or about to renew, so a second plan is refused (D31). */
  isCurrent: boolean;
  /** Paid up: cards can be added and replaced. */
  isPaid: boolean;
  /** Whether the plan renews unless the company cancels. */
  renews: boolean;
  state: MembershipState;
  statusText: string;
  seats: Seat[];
}

/** The company's latest plan at `now`; null if it never bought one. */
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
    isPaid: state === 'active',
    renews: state === 'active' && willRenew(membership, now),
    state,
    statusText: STATE_WORDS[state],
    seats: await findSeats(db, accountId, membership.subscriptionId),
  };
}

export function countSeats(seats: readonly Seat[]): CardCounts {
  const counts = { personal: 0, family: 0 };
  for (const { isFamily, quantity } of seats) counts[isFamily ? 'family' : 'personal'] += quantity;
  return counts;
}
