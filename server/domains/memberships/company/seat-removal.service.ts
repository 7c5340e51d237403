import { inTransaction, type Trx } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Deps } from '../../../platform/deps.ts';
import { isAboutToRenew } from '../../payments/subscriptions/plan-change-obstacle.shared.ts';
import { lockCompany } from './company.repository.ts';
import type { CardCounts } from './company.schema.ts';
import { type CompanyStanding, countSeats, findCompany, getCompanyStanding } from './company.service.ts';
import { enqueueSeatsSync, syncSeats } from './company-seats.service.ts';
import { mailEmployee } from './invitation.service.ts';
import { findCardEnd, setCardEnd } from './seat-removal.repository.ts';

/**
 * Removes an employee's card. It works until the end of the paid period, and the renewal doesn't charge it.
 * `requireEnough` throws if too few cards would renew. Safe to repeat. Throws MEMBERSHIP_NOT_FOUND if the
 * account has no such card, CORPORATE_PLAN_INACTIVE if its plan doesn't renew, and PLAN_UNCHANGEABLE shortly
 * before the renewal.
 */
export async function removeSeat(
  deps: Deps,
  accountId: string,
  membershipId: string,
  requireEnough: (renewing: CardCounts) => void,
): Promise<void> {
  await changeSeat(deps, accountId, async (trx, standing) => {
    const { subscriptionId, paidUntil } = standing.membership;
    const card = { accountId, membershipId, subscriptionId };
    if (!(await setCardEnd(trx, card, paidUntil, deps.now()))) {
      const { endsAt, endedAt } = (await findCardEnd(trx, card)) ?? {};
      if (endsAt && endedAt && endedAt > deps.now()) return false;
      throw new AppError('MEMBERSHIP_NOT_FOUND');
    }
    const standingAfter = await getCompanyStanding(trx, accountId, deps.now());
    requireEnough(countSeats(standingAfter?.seats ?? []));
    await mailEmployee(deps, trx, membershipId, { change: 'removed', endsAt: paidUntil });
    return true;
  });
}

/**
 * Undoes `removeSeat` before the period ends. Safe to repeat. Throws the same errors as `removeSeat`, but
 * doesn't require a minimum number of cards, and TOO_MANY_REQUESTS if the card keeps being removed and kept.
 */
export async function keepSeat(deps: Deps, accountId: string, membershipId: string): Promise<void> {
  await deps.limits.takeKey('repeatedNotice', `account:${accountId}:membership:${membershipId}`);
  await changeSeat(deps, accountId, async (trx, { membership: { subscriptionId } }) => {
    const card = { accountId, membershipId, subscriptionId };
    if (!(await setCardEnd(trx, card, null, deps.now()))) {
      const cardEnd = await findCardEnd(trx, card);
      if (cardEnd && !cardEnd.endedAt) return false;
      throw new AppError('MEMBERSHIP_NOT_FOUND');
    }
    await mailEmployee(deps, trx, membershipId, { change: 'kept', endsAt: null });
    return true;
  });
}

/** `change` returns false if it changed nothing. */
async function changeSeat(
  deps: Deps,
  accountId: string,
  change: (trx: Trx, standing: CompanyStanding) => Promise<boolean>,
): Promise<void> {
  const isChanged = await inTransaction(deps.db, async (trx) => {
    await lockCompany(trx, accountId);
    if (!(await change(trx, await requireRenewingPlan(deps, trx, accountId)))) return false;
    await enqueueSeatsSync(deps, trx, accountId);
    return true;
  });
  if (!isChanged) return;
  // The enqueued job does the same. Sync now too, so that a change shortly before the renewal isn't too late.
  await syncSeats(deps, accountId).catch((error: unknown) =>
    deps.log.warn({ err: error, account: accountId }, 'the number of cards at Stripe will be synced later'),
  );
}

async function requireRenewingPlan(
  { now }: Pick<Deps, 'now'>,
  trx: Trx,
  accountId: string,
): Promise<CompanyStanding> {
  if (!(await findCompany(trx, accountId))) throw new AppError('COMPANY_NOT_FOUND');
  const standing = await getCompanyStanding(trx, accountId, now());
  if (standing?.isActive && standing.membership.canceledAt) {
    throw new AppError('CORPORATE_PLAN_INACTIVE', {
      message: 'Your plan is canceled, so all its cards end when the paid period ends.',
    });
  }
  if (!standing?.renews) throw new AppError('CORPORATE_PLAN_INACTIVE');
  if (isAboutToRenew(standing.membership, now())) {
    throw new AppError('PLAN_UNCHANGEABLE', {
      message: 'Your plan is about to renew. Please try again once it has renewed.',
    });
  }
  return standing;
}
