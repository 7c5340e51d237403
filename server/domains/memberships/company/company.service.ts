import { type Db, inTransaction } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Deps } from '../../../platform/deps.ts';
import { setReceiptPdf } from '../../accounts/profile/profile.service.ts';
import { findMoneyReturns } from '../../payments/subscriptions/subscription.service.ts';
import { setHolderName } from '../holder-name.repository.ts';
import type { MembershipState } from '../membership.schema.ts';
import { getMembershipState, isCurrent, willRenew } from '../membership-state.shared.ts';
import type { StateSummary } from '../state/state.schema.ts';
import { summarizeState } from '../state/state-summary.shared.ts';
import {
  type CompanyMembership,
  findCompanyByAccount,
  findCompanyMembership,
  lockCompany,
  updateCompany,
  upsertCompany,
} from './company.repository.ts';
import type { CardCounts, Company, CompanyDetails, CompanyForm, Payer } from './company.schema.ts';
import { findRenewingSeats, findSeats } from './company-card.repository.ts';

export type { CompanyMembership };

/** Returns undefined until the company form is saved. */
export async function findCompany(db: Db, accountId: string): Promise<Company | undefined> {
  return findCompanyByAccount(db, accountId);
}

/** Saving the form again keeps the company's id. */
export async function saveCompany(db: Db, accountId: string, form: CompanyForm): Promise<{ id: string }> {
  const companyId = newId();
  const id = await upsertCompany(db, accountId, { ...form, id: companyId });
  // Accountants file receipts, so a new company's are attached. Its owner can turn that off.
  if (id === companyId) await setReceiptPdf(db, accountId, true);
  return { id };
}

/**
 * Edits the company's details, and the name on its own plan. Later receipts show the new name and PO number.
 * Throws COMPANY_NOT_FOUND, or CHANGED_SINCE if the company has changed since the version that was edited.
 */
export async function editCompany(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  details: CompanyDetails,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!(await lockCompany(trx, accountId))) throw new AppError('COMPANY_NOT_FOUND');
    if (!(await updateCompany(trx, accountId, details))) throw new AppError('CHANGED_SINCE');
    const plan = await findCompanyMembership(trx, accountId);
    if (plan) await setHolderName(trx, plan.id, { firstname: details.name, lastname: '' });
  });
}

/** Returns null if the account has no company. */
export async function findCompanyPayer(db: Db, accountId: string | null): Promise<Payer | null> {
  const company = accountId ? await findCompanyByAccount(db, accountId) : undefined;
  return company ? { name: company.name, poNumber: company.poNumber } : null;
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
  /** True if the plan has not ended and no payment is overdue. Only then can cards be added and replaced. */
  isActive: boolean;
  /** True if the plan renews unless the company cancels. */
  renews: boolean;
  state: MembershipState;
  summary: StateSummary;
  /** The cards that renew with the plan. Excludes those that the company removed. */
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
  const moneyReturns = await findMoneyReturns(db, [membership.subscriptionId]);
  const moneyReturn = moneyReturns.get(membership.subscriptionId) ?? null;
  return {
    membership,
    isCurrent: isCurrent(membership, now),
    isActive: state === 'active',
    renews: state === 'active' && willRenew(membership, now),
    state,
    summary: summarizeState({ ...membership, moneyReturn }, 'company', now),
    seats: await findRenewingSeats(db, accountId, membership.subscriptionId),
  };
}

/**
 * Counts the cards that work now, including those that will end with the period because the company removed
 * them.
 */
export async function countCurrentCards(
  db: Db,
  accountId: string,
  { membership }: Pick<CompanyStanding, 'membership'>,
  now: Date,
): Promise<CardCounts> {
  return countSeats(await findSeats(db, accountId, membership.subscriptionId, now));
}

export function countSeats(seats: readonly Seat[]): CardCounts {
  const counts = { personal: 0, family: 0 };
  for (const { isFamily, quantity } of seats) counts[isFamily ? 'family' : 'personal'] += quantity;
  return counts;
}
