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
import { announceAdjustments, announceSale, takeOwnMail } from './commission-mail.service.ts';
import { calculateAdjustment, calculateCommissions } from './commission-rule.shared.ts';
import { findDecidedOwners, insertSigns } from './own-purchase.repository.ts';

/** Commissions become payable after this time, when a refund has become unlikely. */
export const PENDING_MS = COMMISSION_PENDING_DAYS * 86_400_000;
const DEFAULT_FRIEND_BONUS_CENTS = 500;

/** The affiliate isn't emailed about older payments, which an imported subscription may have. */
const NEWS_MS = 30 * 86_400_000;

type CommissionDeps = Pick<Deps, 'jobs' | 'log' | 'now'>;

/**
 * Calculates the commissions on a new payment, stores them, posts them to the ledger, and emails those who earn
 * something. Call it in the transaction that records the payment. `netCents` excludes what earns no commission.
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
  const isNews = deps.now().getTime() - payment.paidAt.getTime() < NEWS_MS;
  const ownMails = new Set<string>();
  // Sort, so that two sales never wait for each other's affiliates.
  for (const { affiliateId, amountCents } of drafts.toSorted((a, b) =>
    a.affiliateId < b.affiliateId ? -1 : 1,
  )) {
    if (isNews && amountCents > 0 && (await takeOwnMail(trx, affiliateId))) ownMails.add(affiliateId);
  }
  const lines = drafts.map((draft) => ({
    ...draft,
    paymentId: payment.id,
    adjusts: null,
    payableAt,
    hasOwnMail: ownMails.has(draft.affiliateId),
  }));
  for (const line of await saveCommissions(deps, trx, lines)) {
    if (isNews && line.amountCents > 0) await announceSale(deps, trx, line);
  }
  await insertSigns(trx, { paymentId: payment.id }, deps.now());
}

/**
 * Returns the bonus in cents. If the setting is missing or invalid, returns the default, because throwing
 * would prevent purchases from settling.
 */
export async function readFriendBonusCents({ log }: Pick<Deps, 'log'>, trx: Trx): Promise<number> {
  const { friendBonus: text } = await getPublicSettings(trx);
  const cents = valueOrNull(readDollars(text ?? ''));
  if (cents === null) log.warn({ setting: text }, 'the setting friendBonus is not an amount; using 5.00');
  return cents ?? DEFAULT_FRIEND_BONUS_CENTS;
}

/** A payment whose commissions may have to change. `refundedCents` includes what a dispute withdrew. */
interface AdjustedPayment {
  id: string;
  refundedCents: number;
  isDisputed?: boolean;
}

/**
 * Adjusts the commissions of payments after a refund, a dispute, or a claim: reverses what is no longer due, or
 * restores it if a dispute is won or a refund fails. Each change is a new line, and one that was already paid
 * out is deducted from the next payout. Emails each affiliate once about all of them. Safe to repeat. The caller
 * must lock the payments.
 */
export async function adjustCommissions(
  deps: CommissionDeps,
  trx: Trx,
  payments: readonly AdjustedPayment[],
): Promise<void> {
  const lines = [];
  for (const { id: paymentId, refundedCents, isDisputed = false } of payments) {
    for (const line of await findPaymentCommissions(trx, paymentId)) {
      const { isOwnPurchase } = line;
      const adjustment = calculateAdjustment(line, refundedCents, { isOwnPurchase, isDisputed });
      if (!adjustment) continue;
      const { id: adjusts, affiliateId, rule, ratePercent, bonusCents, payableAt } = line;
      const terms = { rule, ratePercent, bonusCents, payableAt, hasOwnMail: false };
      lines.push({ ...adjustment, ...terms, adjusts, affiliateId, paymentId });
    }
  }
  await announceAdjustments(deps, trx, await saveCommissions(deps, trx, lines));
}

async function saveCommissions(
  { now }: Pick<Deps, 'now'>,
  trx: Trx,
  lines: ReadonlyArray<Omit<NewCommission, 'id' | 'createdAt'>>,
): Promise<NewCommission[]> {
  const createdAt = now();
  const rows = lines.map((line) => ({ ...line, id: newId(), createdAt }));
  await insertCommissions(trx, rows);
  await postCommissions(trx, rows, createdAt);
  return rows;
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
