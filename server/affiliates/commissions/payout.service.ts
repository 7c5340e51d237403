import { type Db, inTransaction } from '#db/client.ts';
import type { Deps } from '../../deps.ts';
import { postPayout } from '../../ledger/ledger.service.ts';
import { endOfBusinessMonth } from '../../lib/dates.ts';
import { newId } from '../../lib/ids.ts';
import { formatCents } from '../../lib/money.ts';
import { recordAudit } from '../../monitoring/audit.service.ts';
import {
  findPayable,
  findPayoutBatch,
  findPayouts,
  insertBatch,
  insertPayout,
  lockPayouts,
  type Payee,
  type Payout,
} from './payout.repository.ts';

export interface PaidMonth {
  /** False if the month was paid before. The payouts are then the original ones. */
  isNew: boolean;
  paidAt: Date;
  payouts: Payout[];
}

/** Returns what is payable to each affiliate at the end of a month (YYYY-MM) in the business time zone. */
export async function listPayable(db: Db, month: string): Promise<Payee[]> {
  return findPayable(db, endOfBusinessMonth(month));
}

/** Returns undefined if the month hasn't been paid yet. */
export async function findPaidMonth(db: Db, month: string): Promise<PaidMonth | undefined> {
  const batch = await findPayoutBatch(db, month);
  return batch && { isNew: false, paidAt: batch.createdAt, payouts: await findPayouts(db, batch.id) };
}

/**
 * Pays what is payable at the end of a month. A month is paid only once, even if two processes try at the
 * same time. Affiliates without a tax form are left for a later month. Returns undefined if there is nothing
 * to pay.
 */
export async function payMonth(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  month: string,
): Promise<PaidMonth | undefined> {
  const createdAt = now();
  const isNew = await inTransaction(db, async (trx) => {
    await lockPayouts(trx);
    if (await findPayoutBatch(trx, month)) return false;
    const payable = (await findPayable(trx, endOfBusinessMonth(month))).filter(({ taxForm }) => taxForm);
    if (payable.length === 0) return false;
    const batchId = newId();
    await insertBatch(trx, { id: batchId, month, createdAt });
    for (const { affiliateId, amountCents, lines } of payable) {
      const payout = { id: newId(), affiliateId, amountCents };
      await insertPayout(trx, { ...payout, batchId }, lines);
      await postPayout(trx, payout, createdAt);
    }
    const totalCents = payable.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const change = { before: null, after: `${payable.length} payouts, ${formatCents(totalCents)}` };
    await recordAudit(trx, { action: 'payouts.pay', subject: `month:${month}`, at: createdAt, change });
    return true;
  });
  const paidMonth = await findPaidMonth(db, month);
  return paidMonth && { ...paidMonth, isNew };
}
