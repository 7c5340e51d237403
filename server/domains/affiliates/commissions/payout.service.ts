import { type Db, inTransaction } from '#db/client.ts';
import { endOfBusinessMonth, startOfBusinessDate, toBusinessDate } from '../../../lib/dates.ts';
import { AppError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { formatCents } from '../../../lib/money.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordAudit } from '../../../platform/monitoring/audit.service.ts';
import { postPayout } from '../../ledger/ledger.service.ts';
import {
  findDonors,
  findPayable,
  findPayoutBatch,
  findPayouts,
  findUnnotified,
  findUnpaid,
  insertBatch,
  insertPayout,
  lockPayouts,
  type Payee,
  type Payout,
  saveHeldMonth,
} from './payout.repository.ts';

export type { Payee, Payout };

export interface PaidMonth {
  /** False if the month was paid before. The payouts are then the original ones. */
  isNew: boolean;
  paidAt: Date;
  payouts: Payout[];
}

/** Returns what is payable to each affiliate at the end of a month (YYYY-MM) in the business time zone. */
export async function listPayable(db: Db, month: string): Promise<Payee[]> {
  return (await findUnpaid(db, endOfBusinessMonth(month))).filter(({ amountCents }) => amountCents > 0);
}

export interface PayoutPreview {
  /** The affiliates who would be paid now. */
  payees: Payee[];
  /** The affiliates who would not be paid, and why. */
  heldBack: Array<Payee & { reason: string }>;
}

/** Returns what would happen if the month were paid now. */
export async function previewPayouts(db: Db, month: string): Promise<PayoutPreview> {
  const end = endOfBusinessMonth(month);
  const [unpaid, donors] = await Promise.all([
    findUnpaid(db, end),
    findDonors(db, startOfBusinessDate(`${month}-01`), end),
  ]);
  const payees = unpaid.filter((payee) => findHold(payee) === null);
  const heldBack = unpaid.flatMap((payee) => {
    const hold = findHold(payee);
    return hold === null ? [] : [{ ...payee, reason: HOLD_REASONS[hold] }];
  });
  return {
    payees,
    heldBack: [...heldBack, ...donors.map((donor) => ({ ...donor, amountCents: 0, reason: DONATES }))],
  };
}

/** Returns why an affiliate isn't paid this time, or null. */
function findHold(payee: Payee): 'owes' | 'tax-form' | 'bank-account' | null {
  if (payee.amountCents < 0) return 'owes';
  if (payee.taxForm === null) return 'tax-form';
  return needsBankAccount(payee) ? 'bank-account' : null;
}

/** A bank file pays US accounts only, so affiliates abroad are paid another way and need none. */
export function needsBankAccount({ taxForm, bankLast4 }: Payee): boolean {
  return taxForm === 'w9' && bankLast4 === null;
}

const HOLD_REASONS = {
  owes: 'Refunds exceed earnings; the next payout deducts the difference',
  'tax-form': 'No tax form on file',
  'bank-account': 'No bank account on file',
};
const DONATES = 'Donates to the community fund';

/**
 * Emails affiliates whose payable money waits for a tax form or a bank account: when it first does, and then each
 * month, whether or not anyone is paid (D67). May run in several processes at once.
 */
export async function sendHoldNotices({ db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>): Promise<void> {
  const month = toBusinessDate(now()).slice(0, 7);
  for (const payee of await findUnnotified(db, now(), month)) {
    const missing = findHold(payee);
    if (missing === null || missing === 'owes') continue;
    const { affiliateId, email: to, firstname, amountCents } = payee;
    await inTransaction(db, async (trx) => {
      if (!(await saveHeldMonth(trx, affiliateId, month))) return;
      const props = { firstname, amountCents, missing };
      await jobs.enqueue(trx, 'mail', { mail: 'payout-held', to, props }, { isBulk: true });
    });
  }
}

const sumCents = (payees: ReadonlyArray<{ amountCents: number }>) =>
  payees.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Returns undefined if the month hasn't been paid yet. */
export async function findPaidMonth(db: Db, month: string): Promise<PaidMonth | undefined> {
  const batch = await findPayoutBatch(db, month);
  return batch && { isNew: false, paidAt: batch.createdAt, payouts: await findPayouts(db, batch.id) };
}

/** Throws MONTH_NOT_OVER: more commissions of the month may still become payable. */
export function requireEndedMonth(now: Date, month: string): void {
  if (endOfBusinessMonth(month) > now)
    throw new AppError('MONTH_NOT_OVER', { field: 'month', message: `${month} isn’t over yet.` });
}

interface PaymentOrder {
  actorId: string | null;
  reason: string | null;
  /** The figures that staff saw before they ordered the payment. Throws CHANGED_SINCE if they changed. */
  expected?: { payouts: number; totalCents: number };
}

/**
 * Pays what is payable at the end of a month. A month is paid only once, even if two processes try at the
 * same time. Affiliates without a tax form or a bank account are left for a later month. The others are
 * emailed (D67). Returns undefined if there is nothing to pay. Throws MONTH_NOT_OVER.
 */
export async function payMonth(
  { db, now, jobs }: Pick<Deps, 'db' | 'now'> & { jobs: Pick<Deps['jobs'], 'enqueue'> },
  month: string,
  { actorId, reason, expected }: PaymentOrder = { actorId: null, reason: null },
): Promise<PaidMonth | undefined> {
  const createdAt = now();
  requireEndedMonth(createdAt, month);
  const isNew = await inTransaction(db, async (trx) => {
    await lockPayouts(trx);
    if (await findPayoutBatch(trx, month)) return false;
    const payable = await findPayable(trx, endOfBusinessMonth(month));
    const payees = payable.filter((payee) => findHold(payee) === null);
    const totalCents = sumCents(payees);
    if (expected && (expected.payouts !== payees.length || expected.totalCents !== totalCents))
      throw new AppError('CHANGED_SINCE');
    if (payees.length === 0) return false;
    const batchId = newId();
    const counts = { payoutCount: payees.length, totalCents };
    await insertBatch(trx, { id: batchId, month, createdAt, paysByBank: true, ...counts });
    for (const { affiliateId, amountCents, lines, firstname, email: to, bankLast4: last4 } of payees) {
      const payout = { id: newId(), affiliateId, amountCents };
      await insertPayout(trx, { ...payout, batchId }, lines);
      await postPayout(trx, payout, createdAt);
      const props = { firstname, month, amountCents, last4 };
      await jobs.enqueue(trx, 'mail', { mail: 'payout-sent', to, props }, { isBulk: true });
    }
    const change = { before: null, after: `${payees.length} payouts, ${formatCents(totalCents)}` };
    await recordAudit(trx, {
      actorId,
      action: 'payouts.pay',
      subject: `month:${month}`,
      reason,
      at: createdAt,
      change,
    });
    return true;
  });
  const paidMonth = await findPaidMonth(db, month);
  return paidMonth && { ...paidMonth, isNew };
}
