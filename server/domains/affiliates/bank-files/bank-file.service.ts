import { type Db, inTransaction, type Trx } from '#db/client.ts';
import { addDays, BUSINESS_ZONE, toBusinessDate } from '../../../lib/dates.ts';
import { AppError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { formatCents } from '../../../lib/money.ts';
import { ACH_REQUIRED, type AchConfig } from '../../../platform/config/ach-settings.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordAudit } from '../../../platform/monitoring/audit.service.ts';
import {
  type FieldPlace,
  FieldUnreadable,
  UnknownFieldKey,
} from '../../../platform/security/field-cipher.ts';
import { findPayoutBatch, lockPayouts } from '../commissions/payout.repository.ts';
import { markAccountReturned } from '../payout-accounts/payout-account.repository.ts';
import { getAccountNumberPlace } from '../payout-accounts/payout-account.service.ts';
import { type AchEntry, type EntryClass, writeAchFile } from './ach-file.ts';
import {
  findBankFile,
  findBankFiles,
  findSentPayment,
  findTransfers,
  insertBankFile,
  lockSentPayment,
  markPaymentReturned,
} from './bank-file.repository.ts';
import { planTransfers, type ReadyTransfer, type TransferPlan } from './transfer-plan.ts';

type FileDeps = Pick<Deps, 'db' | 'now' | 'cipher' | 'config'>;

interface StaffAuthor {
  actorId: string;
  reason: string;
}

/** The row and column that the cipher binds a file's content to. */
export function getContentPlace(id: string): FieldPlace {
  return { table: 'bank_files', id, column: 'encrypted_content' };
}

export interface MonthTransfers extends TransferPlan {
  batchId: string;
  totalCents: number;
  files: Awaited<ReturnType<typeof findBankFiles>>;
}

/** Returns null if the month isn't paid, or was paid before there were bank files. */
export async function readMonthTransfers(db: Db, month: string, now: Date): Promise<MonthTransfers | null> {
  const batch = await findPayoutBatch(db, month);
  if (!batch?.paysByBank) return null;
  const [transfers, files] = await Promise.all([findTransfers(db, batch.id), findBankFiles(db, batch.id)]);
  const plan = planTransfers(transfers, now);
  return { ...plan, batchId: batch.id, totalCents: sumCents(plan.ready), files };
}

const sumCents = (ready: readonly ReadyTransfer[]) =>
  ready.reduce((sum, { transfer }) => sum + transfer.amountCents, 0);

/** Throws BANK_FILE_UNAVAILABLE if the bank's details aren't set. */
export function requireAchConfig({ config }: Pick<Deps, 'config'>): AchConfig {
  if (config.ach) return config.ach;
  throw new AppError('BANK_FILE_UNAVAILABLE', {
    message: `The bank file needs these settings: ${ACH_REQUIRED.join(', ')}.`,
  });
}

/**
 * Creates a file with the payouts of a month that can be sent now. From then on they count as sent, so no
 * other file includes them unless the bank returns them. Throws BANK_FILE_UNAVAILABLE, NOT_FOUND,
 * NOTHING_TO_SEND, or CHANGED_SINCE if the payouts aren't those that the page showed.
 */
export async function createBankFile(
  deps: FileDeps,
  { month, count, totalCents }: { month: string; count: number; totalCents: number },
  by: StaffAuthor,
): Promise<DownloadedFile> {
  const ach = requireAchConfig(deps);
  const createdAt = deps.now();
  return inTransaction(deps.db, async (trx) => {
    await lockPayouts(trx);
    const monthTransfers = await readMonthTransfers(trx, month, createdAt);
    if (!monthTransfers) throw new AppError('NOT_FOUND');
    const { ready, batchId, files } = monthTransfers;
    if (ready.length === 0) throw new AppError('NOTHING_TO_SEND');
    if (ready.length !== count || monthTransfers.totalCents !== totalCents)
      throw new AppError('CHANGED_SINCE');
    const number = files.length + 1;
    const text = writeContent(deps, ach, { ready, number, createdAt });
    const id = newId();
    const file = { id, batchId, number, createdBy: by.actorId, createdAt, paymentCount: count, totalCents };
    await insertBankFile(
      trx,
      { ...file, encryptedContent: deps.cipher.encrypt(text, getContentPlace(id)) },
      ready.map(({ transfer, bank }) => ({
        bankFileId: id,
        payoutId: transfer.id,
        payoutAccountId: bank.id,
        last4: bank.last4,
      })),
    );
    await recordFile(trx, { month, number, paymentCount: count, totalCents }, 'create', by, createdAt);
    return { name: nameFile(month, number), text };
  });
}

export interface DownloadedFile {
  name: string;
  text: string;
}

/** Returns a file as it was created. Throws NOT_FOUND or BANK_DATA_UNREADABLE. */
export async function openBankFile(deps: FileDeps, id: string, by: StaffAuthor): Promise<DownloadedFile> {
  return inTransaction(deps.db, async (trx) => {
    const file = await findBankFile(trx, id);
    if (!file) throw new AppError('NOT_FOUND');
    const text = decrypt(deps, file.encryptedContent, getContentPlace(id));
    await recordFile(trx, file, 'download', by, deps.now());
    return { name: nameFile(file.month, file.number), text };
  });
}

const nameFile = (month: string, number: number) => `payouts-${month}-${number}.ach`;

function recordFile(
  trx: Trx,
  file: { month: string; number: number; paymentCount: number; totalCents: number },
  step: 'create' | 'download',
  by: StaffAuthor,
  at: Date,
): Promise<void> {
  const payments = file.paymentCount === 1 ? '1 payment' : `${file.paymentCount} payments`;
  const after = `file ${file.number}: ${payments}, ${formatCents(file.totalCents)}`;
  const subject = `month:${file.month}`;
  return recordAudit(trx, {
    ...by,
    action: `bank-file.${step}`,
    subject,
    at,
    change: { before: null, after },
  });
}

function writeContent(
  deps: FileDeps,
  ach: AchConfig,
  { ready, number, createdAt }: { ready: readonly ReadyTransfer[]; number: number; createdAt: Date },
): string {
  const entries: Record<EntryClass, AchEntry[]> = { PPD: [], CCD: [] };
  for (const { transfer, bank } of ready) {
    entries[isPerson(transfer.classification) ? 'PPD' : 'CCD'].push({
      routingNumber: bank.routingNumber,
      accountNumber: decrypt(deps, bank.encryptedNumber, getAccountNumberPlace(bank.id)),
      accountKind: bank.kind,
      amountCents: transfer.amountCents,
      identification: transfer.referenceCode ?? transfer.id.replaceAll('-', '').slice(-15),
      name: bank.holderName,
    });
  }
  const date = toBusinessDate(createdAt);
  return writeAchFile({
    originator: ach,
    modifier: MODIFIERS.charAt((number - 1) % MODIFIERS.length),
    date,
    time: TIME.format(createdAt),
    effectiveDate: findNextWeekday(date),
    description: 'PAYOUT',
    entries,
  });
}

const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const TIME = new Intl.DateTimeFormat('en-US', {
  timeZone: BUSINESS_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

const isPerson = (classification: string | null) =>
  classification === null || classification === 'individual';

/** Ignores holidays: the bank then uses its next business day. */
function findNextWeekday(date: string): string {
  const next = addDays(date, 1);
  const weekday = new Date(`${next}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6 ? findNextWeekday(next) : next;
}

function decrypt({ cipher }: Pick<Deps, 'cipher'>, envelope: string, place: FieldPlace): string {
  try {
    return cipher.decrypt(envelope, place);
  } catch (error) {
    if (!(error instanceof UnknownFieldKey || error instanceof FieldUnreadable)) throw error;
    throw new AppError('BANK_DATA_UNREADABLE', { message: error.message, cause: error });
  }
}

/** Returns undefined if the payout is in no file, or if the bank returned it. */
export function findSentPayout(db: Db, payoutId: string) {
  return findSentPayment(db, payoutId);
}

/**
 * Records that the bank returned a payout, and emails the affiliate. Once the affiliate has replaced the bank
 * account, the next file includes the payout again. Throws NOT_FOUND if the payout wasn't sent.
 */
export async function returnPayout(
  { db, now, jobs }: Pick<Deps, 'db' | 'now' | 'jobs'>,
  { payoutId, bankReason }: { payoutId: string; bankReason: string },
  by: StaffAuthor,
): Promise<void> {
  const at = now();
  await inTransaction(db, async (trx) => {
    await lockPayouts(trx);
    const payment = await lockSentPayment(trx, payoutId);
    if (!payment) throw new AppError('NOT_FOUND');
    const { affiliateId: accountId, payoutAccountId, bankFileId } = payment;
    await markPaymentReturned(trx, { bankFileId, payoutId, at, reason: bankReason });
    await markAccountReturned(trx, { accountId, id: payoutAccountId, at, reason: bankReason });
    const { firstname, email: to, last4, month, amountCents } = payment;
    await jobs.enqueue(trx, 'mail', {
      mail: 'payout-returned',
      to,
      props: { firstname, last4, month, amountCents, reason: bankReason },
    });
    await recordAudit(trx, {
      ...by,
      action: 'payouts.return',
      subject: `payout:${payoutId}`,
      at,
      change: { before: 'sent', after: `returned: ${bankReason}` },
    });
  });
}
