import { type Db, inTransaction } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordAudit, type StaffAuthor } from '../../../platform/monitoring/audit.service.ts';
import { lockBuyer } from './commission.repository.ts';
import { adjustCommissions } from './commission.service.ts';
import {
  decideSuspectedPurchase,
  findSuspectedPurchase,
  lockPaymentsOf,
  type SuspectedPurchase,
} from './own-purchase.repository.ts';

/** Throws NOT_FOUND. */
export async function getSuspectedPurchase(db: Db, id: string): Promise<SuspectedPurchase> {
  const suspected = await findSuspectedPurchase(db, id);
  if (!suspected) throw new AppError('NOT_FOUND');
  return suspected;
}

/**
 * Records what staff decided about a suspected own purchase. If it is one, takes back its commissions and lets
 * renewals earn none (D70). Throws CHANGED_SINCE if it is already decided.
 */
export async function decideOwnPurchase(
  deps: Pick<Deps, 'db' | 'jobs' | 'log' | 'now'>,
  { id, isOwn }: { id: string; isOwn: boolean },
  by: StaffAuthor,
): Promise<void> {
  const { purchaseId, buyer } = await getSuspectedPurchase(deps.db, id);
  await inTransaction(deps.db, async (trx) => {
    // A renewal that is recorded at the same time either finds the decision or is taken back here.
    await lockBuyer(trx, buyer);
    if (!(await decideSuspectedPurchase(trx, id, { isOwn, now: deps.now() })))
      throw new AppError('CHANGED_SINCE');
    if (isOwn) await adjustCommissions(deps, trx, await lockPaymentsOf(trx, purchaseId));
    await recordAudit(trx, {
      ...by,
      action: isOwn ? 'commission.cancel' : 'commission.keep',
      subject: `purchase:${purchaseId}`,
      at: deps.now(),
    });
  });
}
