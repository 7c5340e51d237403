import type { Db, Trx } from '#db/client.ts';
import { CARDS_PER_FAMILY, MIN_CORPORATE_CARDS } from '../../../../lib/business-rules.ts';
import { AppError } from '../../../../lib/errors.ts';
import type { AccountContext } from '../../../../platform/context.ts';
import type { Deps } from '../../../../platform/deps.ts';
import { findReferralOwnerById, requireReferrer } from '../../../affiliates/referral.service.ts';
import { hasBusinessPlan } from '../../../business-plans/business-plan.service.ts';
import { listCorporatePlanIds } from '../../../catalog/plan.service.ts';
import { getNextChargeCents } from '../../../catalog/price.shared.ts';
import { requirePromoCode } from '../../../catalog/promo-code.service.ts';
import { endMembership, restartMembership } from '../../../memberships/cancellation.service.ts';
import type { CompanyForm, CompanyPlan, CompanyView } from '../../../memberships/company/company.schema.ts';
import {
  type CompanyStanding,
  countCurrentCards,
  findCompany,
  getCompanyStanding,
  saveCompany,
} from '../../../memberships/company/company.service.ts';
import { removeSeat } from '../../../memberships/company/seat-removal.service.ts';
import { isOverdue } from '../../../memberships/membership.schema.ts';
import { requireOwnMembership } from '../../../memberships/membership.service.ts';
import { findPurchase } from '../../purchase/purchase.repository.ts';
import { findCompanyPayments } from './corporate.repository.ts';
import { computePlanCount, isBelowMinimum } from './corporate.schema.ts';

type CompanyPayment = Awaited<ReturnType<typeof findCompanyPayments>>[number];

export async function getCompanyView(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: string,
): Promise<CompanyView> {
  const instant = now();
  const [company, standing, minimumWaived] = await Promise.all([
    findCompany(db, accountId),
    getCompanyStanding(db, accountId, instant),
    hasBusinessPlan(db, accountId, instant),
  ]);
  const counts = standing?.isCurrent
    ? await countCurrentCards(db, accountId, standing, instant)
    : { personal: 0, family: 0 };
  const planCount = computePlanCount(counts);
  return {
    company: company ?? null,
    referrerLabel: (await findReferralOwnerById(db, company?.reference ?? null))?.label ?? null,
    counts,
    planCount,
    hasCards: planCount > 0,
    minimumWaived,
    plan: standing && (await describePlan(db, accountId, standing)),
  };
}

async function describePlan(db: Db, accountId: string, standing: CompanyStanding): Promise<CompanyPlan> {
  const { membership, isActive, renews, state, summary } = standing;
  const payments = await findCompanyPayments(db, accountId);
  return {
    number: membership.number,
    state,
    statusText: summary.label,
    summary,
    periodStart: membership.periodStart,
    // If the renewal is overdue, show the end of the paid period, even if staff extended the plan.
    periodEnd: isOverdue(state) ? membership.paidUntil : membership.periodEnd,
    canceled: membership.canceledAt !== null || membership.endedAt !== null,
    nextCharge:
      renews && summary.next
        ? { at: membership.paidUntil, amountCents: await computeNextYearCents(db, standing, payments) }
        : null,
    canCancel: summary.actions.includes('cancel'),
    canResume: summary.actions.includes('resume'),
    canChange: isActive,
    canRemove: renews,
    payments: payments.map(toPlanPayment),
  };
}

/**
 * Computes the price of all cards for the next year, in cents. While the promo code applies, it takes off the
 * same amount as in the first purchase (D42).
 */
async function computeNextYearCents(
  db: Db,
  { membership, seats }: CompanyStanding,
  payments: readonly CompanyPayment[],
): Promise<number> {
  const fullCents = seats.reduce((sum, seat) => sum + seat.quantity * seat.yearlyCents, 0);
  const purchase = await findPurchase(db, membership.purchaseId);
  if (!purchase) return fullCents;
  const paidCount = payments.filter(({ purchaseId }) => purchaseId === purchase.id).length;
  return fullCents - (purchase.quote.recurringCents - getNextChargeCents(purchase.quote, paidCount));
}

function toPlanPayment(payment: CompanyPayment): CompanyPlan['payments'][number] {
  const { id, purchaseId, ordinal, kind, paidAt, amountCents, refundedCents } = payment;
  const isFirst = ordinal === 1;
  const firstDescription = kind === 'company-seats' ? 'Added cards' : 'Corporate cards';
  return {
    // The receipt of the first payment has the purchase's id.
    receiptId: isFirst ? purchaseId : id,
    description: isFirst ? firstDescription : 'Renewal',
    paidAt,
    amountCents,
    refundedCents,
  };
}

/**
 * Saves the account's company form, replacing an earlier one. Throws CORPORATE_PLAN_EXISTS if the company
 * already has a plan, because only customer support can then change the form.
 */
export async function registerCompany(
  { deps, account }: AccountContext,
  form: CompanyForm,
): Promise<{ id: string }> {
  const { db, now } = deps;
  await requireNoPlan(deps, account.id);
  const reference = await requireReferrer(db, form.reference, account.id);
  if (form.code) {
    const planIds = await listCorporatePlanIds(db);
    await reportWrongCodeAt('code', requirePromoCode(db, form.code, planIds, now()));
  }
  return saveCompany(db, account.id, { ...form, reference });
}

/** Throws CORPORATE_PLAN_EXISTS if the company already has a plan. It can add cards on its page instead. */
export async function requireNoPlan(deps: Pick<Deps, 'db' | 'now'>, accountId: string): Promise<void> {
  const standing = await getCompanyStanding(deps.db, accountId, deps.now());
  if (standing?.isCurrent) throw new AppError('CORPORATE_PLAN_EXISTS');
}

interface CompanyAccount {
  id: string;
  email: string;
}

/**
 * Cancels the plan. The plan and its cards work until the end of the paid period. Does nothing if already
 * canceled. `onSave` runs in the transaction that saves the cancellation.
 */
export async function cancelCorporate(
  deps: Deps,
  account: CompanyAccount,
  onSave?: (trx: Trx) => Promise<void>,
): Promise<true> {
  const membership = await requireCompanyMembership(deps, account.id);
  await endMembership(deps, membership, { email: account.email, onSave });
  return true;
}

/** Undoes a cancellation, so that the plan renews again. Throws MEMBERSHIP_INVALID if it has ended. */
export async function resumeCorporate(
  deps: Deps,
  account: CompanyAccount,
  onSave?: (trx: Trx) => Promise<void>,
): Promise<void> {
  const membership = await requireCompanyMembership(deps, account.id);
  await restartMembership(deps, membership, { email: account.email }, onSave);
}

async function requireCompanyMembership(deps: Pick<Deps, 'db' | 'now'>, accountId: string) {
  const standing = await getCompanyStanding(deps.db, accountId, deps.now());
  if (!standing?.isCurrent) throw new AppError('CORPORATE_PLAN_INACTIVE');
  return requireOwnMembership(deps.db, accountId, standing.membership.number);
}

/**
 * Removes an employee's card at the end of the paid period. Throws CORPORATE_MINIMUM if too few cards would
 * renew. Also throws the errors of `removeSeat`.
 */
export async function removeCard(deps: Deps, accountId: string, membershipId: string): Promise<void> {
  const isMinimumWaived = await hasBusinessPlan(deps.db, accountId, deps.now());
  await removeSeat(deps, accountId, membershipId, (renewingCounts) => {
    if (!isBelowMinimum(renewingCounts, isMinimumWaived)) return;
    throw new AppError('CORPORATE_MINIMUM', {
      message: isMinimumWaived
        ? 'This is your last card. To end it, cancel the plan.'
        : `Your plan needs at least ${MIN_CORPORATE_CARDS} cards, and a family card counts as ${CARDS_PER_FAMILY}. Replace the employee instead, or cancel the plan.`,
    });
  });
}

/** Adds the name of the form's field to the error for a wrong promo code. */
export async function reportWrongCodeAt<T>(field: string, result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    const isWrongCode = error instanceof AppError && error.code === 'WRONG_PROMO_CODE';
    throw isWrongCode
      ? new AppError('WRONG_PROMO_CODE', { field, message: error.message, cause: error })
      : error;
  }
}
