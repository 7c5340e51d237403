import type { Db, Trx } from '#db/client.ts';
import { newId } from '../../lib/ids.ts';
import type { MembershipState } from '../membership.schema.ts';
import { isCurrent, STATE_WORDS, stateOf, willRenew } from '../membership-state.ts';
import {
  type CompanyMembership,
  findCompanyMembership,
  findCompanyOf,
  lockCompanyOf,
  upsertCompany,
} from './company.repository.ts';
import type { CardCounts, Company, CompanyForm } from './company.schema.ts';
import { findSeats } from './company-card.repository.ts';

export type { CompanyMembership };

/** The account's company; undefined until its form was sent. */
export async function findCompany(db: Db, accountId: string): Promise<Company | undefined> {
  return findCompanyOf(db, accountId);
}

/** The same, held against other changes of its cards until the transaction ends. */
export async function lockCompany(trx: Trx, accountId: string): Promise<Company | undefined> {
  return lockCompanyOf(trx, accountId);
}

/** Keeps the company form; the account's company has one id from the first time on (DESIGN D31). */
export async function saveCompany(db: Db, accountId: string, form: CompanyForm): Promise<{ id: string }> {
  return { id: await upsertCompany(db, accountId, { ...form, id: newId() }) };
}

/** So many cards of a plan, with what each costs a year, in cents. */
export interface Seat {
  planId: number;
  isFamily: boolean;
  yearlyCents: number;
  quantity: number;
}

export interface CompanyStanding {
  membership: CompanyMembership;
  /** Not over for good: its cards are bought, and no second plan is sold (DESIGN D31). */
  isCurrent: boolean;
  /** Paid for now: cards can be added and replaced. */
  isPaid: boolean;
  /** Whether another year will be charged unless the company asks for the end. */
  renews: boolean;
  state: MembershipState;
  statusText: string;
  seats: Seat[];
}

/** The company's plan as it stands at `now`, the last that it bought; null where it never bought one. */
export async function getCompanyStanding(
  db: Db,
  accountId: string,
  now: Date,
): Promise<CompanyStanding | null> {
  const membership = await findCompanyMembership(db, accountId);
  if (!membership) return null;
  const state = stateOf(membership, now);
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

/** How many cards of each kind a company has. */
export function countSeats(seats: readonly Seat[]): CardCounts {
  const counts = { personal: 0, family: 0 };
  for (const { isFamily, quantity } of seats) counts[isFamily ? 'family' : 'personal'] += quantity;
  return counts;
}
