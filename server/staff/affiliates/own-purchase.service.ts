import {
  decideOwnPurchase,
  getSuspectedPurchase,
} from '../../domains/affiliates/commissions/own-purchase.service.ts';
import { AppError } from '../../lib/errors.ts';
import { formatCents } from '../../lib/money.ts';
import type { Deps } from '../../platform/deps.ts';
import type { StaffAuthor } from '../../platform/monitoring/audit.service.ts';

/** Throws NOT_FOUND, or CHANGED_SINCE if it is already decided. */
export async function planOwnPurchase(
  deps: Pick<Deps, 'db' | 'jobs' | 'log' | 'now'>,
  { id }: { id: string },
  isOwn: boolean,
) {
  const { affiliate, earnedCents, paidCents, isOwn: answer } = await getSuspectedPurchase(deps.db, id);
  if (answer !== null) throw new AppError('CHANGED_SINCE');
  const openCents = earnedCents - paidCents;
  return {
    effects: isOwn
      ? [
          ...(openCents > 0 ? [`${formatCents(openCents)} that wasn’t paid out yet is canceled.`] : []),
          ...(paidCents > 0
            ? [
                `${formatCents(paidCents)} that was paid out becomes a negative line, which reduces the next payout.`,
              ]
            : []),
          'Renewals of this purchase won’t earn commissions for it either.',
          `${affiliate} sees the reason: own purchases don’t earn commissions. This can’t be undone.`,
        ]
      : [
          `${affiliate} keeps the commission: ${formatCents(earnedCents)}.`,
          'The purchase leaves the list, and we won’t suggest it again.',
        ],
    perform: (by: StaffAuthor) => decideOwnPurchase(deps, { id, isOwn }, by),
    done: isOwn ? 'The commission is canceled.' : 'The commission is kept.',
  };
}
