import type { Db, Trx } from '#db/client.ts';
import { COMMISSION_PENDING_DAYS } from '../../../lib/business-rules.ts';
import { newId } from '../../../lib/ids.ts';
import { readDollars } from '../../../lib/readers/money.ts';
import { valueOrNull } from '../../../lib/readers/reading.ts';
import type { Deps } from '../../../platform/deps.ts';
import { getPublicSettings } from '../../content/content.service.ts';
import { postCommissions } from '../../ledger/ledger.service.ts';
import { COMMISSIONS_PER_PAGE, type CommissionLine } from '../affiliate.schema.ts';
import {
  type Buyer,
  findBuyerHistory,
  findEarner,
  findPaymentCommissions,
  insertCommissions,
  lockBuyer,
  type NewCommission,
} from './commission.repository.ts';
import { countCommissions, findCommissionRows } from './commission-line.repository.ts';
import { presentLine } from './commission-line.ts';
import { calculateAdjustment, calculateCommissions } from './commission-rule.shared.ts';
import { findDecidedOwners, insertSigns } from './own-purchase.repository.ts';

/** Commissions become payable after this time, when a refund has become unlikely. */
export const PENDING_MS = COMMISSION_PENDING_DAYS * 86_400_000;
const DEFAULT_FRIEND_BONUS_CENTS = 500;

type CommissionDeps = Pick<Deps, 'now' | 'log'>;

/**
 * Calculates the commissions on a new payment, stores them, and posts them to the ledger. Call it in the
 * transaction that records the payment. `netCents` excludes what earns no commission.
 */
export async function recordCommissions(
  deps: CommissionDeps,
  trx: Trx,
  {
    purchase,
    payment,
  }: {
    purchase: Buyer & { id: string; referrerId: string | null };
    payment: { id: string; netCents: number; paidAt: Date };
  },
): Promise<void> {
  if (purchase.accountId) await insertSigns(trx, { affiliateId: purchase.accountId }, deps.now());
  const referrer = purchase.referrerId ? await findEarner(trx, purchase.referrerId) : undefined;
  if (!referrer || referrer.isHouse) return;
  const upline = referrer.referredBy ? await findEarner(trx, referrer.referredBy) : undefined;
  await lockBuyer(trx, purchase);
  const history = await findBuyerHistory(trx, purchase);
  const drafts = calculateCommissions({
    referrer,
    upline: upline ?? null,
    buyer: purchase,
    decidedOwners: await findDecidedOwners(trx, purchase.id),
    payment: { netCents: payment.netCents, ordinal: history.payments },
    friendBonusCents: await readFriendBonusCents(deps, trx),
    isFriendBonusGiven: history.isFriendBonusGiven,
  });
  const payableAt = new Date(payment.paidAt.getTime() + PENDING_MS);
  await saveCommissions(
    deps,
    trx,
    drafts.map((draft) => ({ ...draft, paymentId: payment.id, adjusts: null, payableAt })),
  );
  await insertSigns(trx, { paymentId: payment.id }, deps.now());
}

/**
 * Returns the bonus in cents. If the setting is missing or invalid, returns the default, because throwing
 * would prevent purchases from settling.
 */
export async function readFriendBonusCents({ log }: CommissionDeps, trx: Trx): Promise<number> {
  const { friendBonus: text } = await getPublicSettings(trx);
  const cents = valueOrNull(readDollars(text ?? ''));
  if (cents === null) log.warn({ setting: text }, 'the setting friendBonus is not an amount; using 5.00');
  return cents ?? DEFAULT_FRIEND_BONUS_CENTS;
}

/**
 * Adjusts a payment's commissions after a refund, a dispute, or a claim: reverses what is no longer due, or
 * restores it if a dispute is won or a refund fails. Each change is a new line, and one that was already paid
 * out is deducted from the next payout. Safe to repeat. The caller must lock the payment.
 */
export async function adjustCommissions(
  deps: CommissionDeps,
  trx: Trx,
  payment: { id: string; refundedCents: number },
): Promise<void> {
  const lines = (await findPaymentCommissions(trx, payment.id)).flatMap((line) => {
    const adjustment = calculateAdjustment(line, payment.refundedCents, line);
    if (!adjustment) return [];
    const { id: adjusts, affiliateId, rule, ratePercent, bonusCents, payableAt } = line;
    return [
      {
        ...adjustment,
        adjusts,
        affiliateId,
        rule,
        ratePercent,
        bonusCents,
        payableAt,
        paymentId: payment.id,
      },
    ];
  });
  await saveCommissions(deps, trx, lines);
}

async function saveCommissions(
  { now }: CommissionDeps,
  trx: Trx,
  lines: ReadonlyArray<Omit<NewCommission, 'id' | 'createdAt'>>,
): Promise<void> {
  const createdAt = now();
  const rows = lines.map((line) => ({ ...line, id: newId(), createdAt }));
  await insertCommissions(trx, rows);
  await postCommissions(trx, rows, createdAt);
}

/** Returns a page of commission lines, newest first. `page` starts at 1. */
export async function listCommissions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: string,
  page: number,
): Promise<{ count: number; lines: CommissionLine[] }> {
  const offset = (page - 1) * COMMISSIONS_PER_PAGE;
  const [count, rows] = await Promise.all([
    countCommissions(db, accountId),
    findCommissionRows(db, accountId, { limit: COMMISSIONS_PER_PAGE, offset }),
  ]);
  const currentTime = now();
  return { count, lines: rows.map((row) => presentLine(row, currentTime)) };
}

/** Returns the commission lines after the given one, newest first. */
export async function listCommissionsAfter(
  db: Db,
  accountId: string,
  { now, ...range }: { now: Date; limit: number; after?: { createdAt: Date; id: string } },
): Promise<CommissionLine[]> {
  const rows = await findCommissionRows(db, accountId, range);
  return rows.map((row) => presentLine(row, now));
}
