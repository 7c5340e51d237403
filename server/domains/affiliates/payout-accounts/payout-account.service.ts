import { type Db, inTransaction } from '#db/client.ts';
import { PAYOUT_ACCOUNT_HOLD_DAYS } from '../../../lib/business-rules.ts';
import { endOfBusinessMonth, startOfBusinessDate, toBusinessDate } from '../../../lib/dates.ts';
import { AppError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { AccountContext } from '../../../platform/context.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordSecurityEvent } from '../../../platform/monitoring/security-events.ts';
import { requireLiveSession } from '../../../platform/security/end-access.service.ts';
import type { FieldPlace } from '../../../platform/security/field-cipher.ts';
import { requirePassword } from '../../accounts/profile/profile.service.ts';
import { findEarner } from '../commissions/commission.repository.ts';
import { findPayoutBatch } from '../commissions/payout.repository.ts';
import { findAffiliate } from '../referral.repository.ts';
import { findTaxForms, getLast4 } from '../tax-forms/tax-form.service.ts';
import {
  findPayoutAccount,
  findPayoutTransfers,
  findUnpaidByMonth,
  lockPayoutAccounts,
  supersedePayoutAccount,
} from './payout-account.repository.ts';
import type {
  NextPayout,
  PayoutAccount,
  PayoutAccountInput,
  PayoutOverview,
} from './payout-account.schema.ts';

/**
 * Finds the first month whose payout is above zero, and the amount that is known so far. If there is none,
 * the amount is 0. A month can be paid from the first day after it.
 */
async function findNextPayout(db: Db, affiliateId: string, now: Date): Promise<NextPayout> {
  const [unpaid, firstMonth] = await Promise.all([
    findUnpaidByMonth(db, affiliateId),
    findFirstUnpaidMonth(db, now),
  ]);
  const sumUntil = (month: string) =>
    unpaid.reduce((sum, due) => (due.month <= month ? sum + due.amountCents : sum), 0);
  const months = [firstMonth, ...unpaid.map(({ month }) => month).filter((month) => month > firstMonth)];
  const month = months.find((candidate) => sumUntil(candidate) > 0);
  const cents = sumUntil(month ?? months.at(-1) ?? firstMonth);
  const from = endOfBusinessMonth(month ?? firstMonth);
  return {
    month: month ?? firstMonth,
    from: from > now ? from : null,
    amountCents: Math.max(0, cents),
    owedCents: Math.max(0, -cents),
  };
}

/** Returns the month before the current one unless it was paid already, else the current one. */
async function findFirstUnpaidMonth(db: Db, now: Date): Promise<string> {
  const currentMonth = toBusinessDate(now).slice(0, 7);
  const lastDay = new Date(startOfBusinessDate(`${currentMonth}-01`).getTime() - 1);
  const lastMonth = toBusinessDate(lastDay).slice(0, 7);
  return (await findPayoutBatch(db, lastMonth)) ? currentMonth : lastMonth;
}

const HOLD_MS = PAYOUT_ACCOUNT_HOLD_DAYS * 86_400_000;
const SHOWN_PAYOUTS = 60;

/** The row and column that the cipher binds the number to. */
export function getAccountNumberPlace(id: string): FieldPlace {
  return { table: 'payout_accounts', id, column: 'encrypted_number' };
}

/**
 * Replaces the bank account on file, and emails its owner. A replacement can be used only after some days, so
 * that the owner can report a change by someone else. Throws NOT_FOUND if the account isn't an affiliate, and
 * CURRENT_PASSWORD_WRONG.
 */
export async function savePayoutAccount(
  ctx: AccountContext,
  { accountNumber, currentPassword, holderName, routingNumber, kind }: PayoutAccountInput,
): Promise<void> {
  const { deps, account } = ctx;
  if (!(await findAffiliate(deps.db, account.id))) throw new AppError('NOT_FOUND');
  await requirePassword(ctx, currentPassword);
  const id = newId();
  const createdAt = deps.now();
  const last4 = getLast4(accountNumber);
  await inTransaction(deps.db, async (trx) => {
    await requireLiveSession(trx, ctx);
    await lockPayoutAccounts(trx, account.id);
    const previousAccount = await findPayoutAccount(trx, account.id);
    await supersedePayoutAccount(trx, {
      accountId: account.id,
      id,
      routingNumber,
      kind,
      holderName,
      encryptedNumber: deps.cipher.encrypt(accountNumber, getAccountNumberPlace(id)),
      last4,
      createdAt,
      usableFrom: previousAccount ? new Date(createdAt.getTime() + HOLD_MS) : createdAt,
    });
    await deps.jobs.enqueue(trx, 'mail', {
      mail: 'payout-account-changed',
      to: account.email,
      props: {
        firstname: account.firstname,
        last4,
        holdDays: previousAccount ? PAYOUT_ACCOUNT_HOLD_DAYS : 0,
      },
    });
  });
  recordSecurityEvent(deps.log, 'payout-account-changed', { accountId: account.id });
}

/** Returns null if the account isn't an affiliate. */
export async function readPayoutOverview(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: string,
): Promise<PayoutOverview | null> {
  if (!(await findAffiliate(db, accountId))) return null;
  const [account, forms, earner, next, transfers] = await Promise.all([
    findAccountOnFile(db, accountId),
    findTaxForms(db, accountId),
    findEarner(db, accountId),
    findNextPayout(db, accountId, now()),
    findPayoutTransfers(db, accountId, SHOWN_PAYOUTS),
  ]);
  return {
    account,
    isAccountHeld: account !== null && account.usableFrom > now(),
    taxForms: (['w9', 'w8ben'] as const).flatMap((kind) => {
      const form = forms[kind];
      return form ? [{ kind, masked: form.masked, acceptedAt: form.acceptedAt }] : [];
    }),
    donates: earner?.donates ?? false,
    next,
    payouts: transfers.map(({ returnedAt, paysByBank, ...payout }) => ({
      ...payout,
      status: getStatus({ returnedAt, paysByBank, sentAt: payout.sentAt }),
    })),
  };
}

type Transfer = Awaited<ReturnType<typeof findPayoutTransfers>>[number];

function getStatus({
  returnedAt,
  sentAt,
  paysByBank,
}: Pick<Transfer, 'returnedAt' | 'sentAt' | 'paysByBank'>): PayoutOverview['payouts'][number]['status'] {
  if (returnedAt) return 'returned';
  if (sentAt) return 'sent';
  return paysByBank ? 'approved' : 'paid';
}

/** Returns the bank account on file, with only the end of its number. */
export async function findAccountOnFile(db: Deps['db'], accountId: string): Promise<PayoutAccount | null> {
  const row = await findPayoutAccount(db, accountId);
  if (!row) return null;
  const { holderName, routingNumber, kind, last4, createdAt, usableFrom, returnedAt, returnReason } = row;
  return {
    holderName,
    routingNumber,
    kind,
    last4,
    since: createdAt,
    usableFrom,
    returned: returnedAt ? { at: returnedAt, reason: returnReason ?? '' } : null,
  };
}
