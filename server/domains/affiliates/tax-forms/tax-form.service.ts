import { z } from 'zod';
import type { Db, Trx } from '#db/client.ts';
import { inTransaction } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { isStaff } from '../../../lib/staff-permissions.ts';
import { requiredLine } from '../../../lib/text.ts';
import type { AccountContext } from '../../../platform/context.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordAudit } from '../../../platform/monitoring/audit.service.ts';
import {
  type FieldPlace,
  FieldUnreadable,
  UnknownFieldKey,
} from '../../../platform/security/field-cipher.ts';
import { getAccount } from '../../accounts/account.service.ts';
import { findAffiliate } from '../referral.repository.ts';
import {
  findStoredTaxForm,
  findTaxFormSummaries,
  lockTaxForms,
  supersedeTaxForm,
  type TaxFormKind,
} from './tax-form.repository.ts';
import type { AffiliateW9, TaxFormFiling, TaxFormSummary, W8Input } from './tax-form.schema.ts';

const storedDetails = z.record(z.string(), z.unknown());
const storedNumbers = z.record(z.string(), z.string());
const openingReason = requiredLine('Say why you’re opening the form', 500);

/**
 * The row and column that the cipher binds the numbers to, so that they can't be decrypted for another form.
 */
export function getNumbersPlace(id: string): FieldPlace {
  return { table: 'tax_forms', id, column: 'encrypted_numbers' };
}

interface FilingDetails {
  accountId: string;
  ip: string;
  now: Date;
}

/** Replaces the W-9 on file. */
export async function fileW9(
  deps: Pick<Deps, 'cipher'>,
  trx: Trx,
  { w9, ...filing }: FilingDetails & { w9: AffiliateW9 },
): Promise<void> {
  const { idNumber, acceptedTerms: _, ...details } = w9;
  await saveForm(deps, trx, filing, {
    kind: 'w9',
    details,
    numbers: { idNumber },
    last4: idNumber.slice(-4),
  });
}

/** Replaces the W-8BEN on file. */
export async function fileW8(
  deps: Pick<Deps, 'cipher'>,
  trx: Trx,
  { w8, ...filing }: FilingDetails & { w8: W8Input },
): Promise<void> {
  const { USTaxPayerID, ForeignTaxID, ReferenceNumber, acceptedTerms: _, ...details } = w8;
  await saveForm(deps, trx, filing, {
    kind: 'w8ben',
    details,
    numbers: { USTaxPayerID, ForeignTaxID, ReferenceNumber },
    last4: getLast4(USTaxPayerID),
  });
}

/**
 * Returns the last four characters. For a short number, it returns fewer, so that at least half of it stays
 * hidden.
 */
export function getLast4(number: string): string {
  const characters = number.replace(/[^\p{L}\p{N}]/gu, '');
  const visibleCount = Math.min(4, Math.floor(characters.length / 2));
  return visibleCount > 0 ? characters.slice(-visibleCount) : '';
}

async function saveForm(
  { cipher }: Pick<Deps, 'cipher'>,
  trx: Trx,
  { accountId, ip, now }: FilingDetails,
  form: { kind: TaxFormKind; details: object; numbers: Record<string, string>; last4: string },
): Promise<void> {
  const { numbers, ...readableFields } = form;
  const id = newId();
  await lockTaxForms(trx, accountId);
  await supersedeTaxForm(trx, {
    ...readableFields,
    id,
    accountId,
    encryptedNumbers: cipher.encrypt(JSON.stringify(numbers), getNumbersPlace(id)),
    acceptedAt: now,
    ip,
  });
}

/**
 * Files an affiliate's first tax form. Throws NOT_FOUND if the account isn't an affiliate, and
 * TAX_FORM_ON_FILE.
 */
export async function fileMissingTaxForm(
  { deps, account, ip }: Pick<AccountContext, 'deps' | 'account' | 'ip'>,
  form: TaxFormFiling,
): Promise<void> {
  if (!(await findAffiliate(deps.db, account.id))) throw new AppError('NOT_FOUND');
  const filing = { accountId: account.id, ip, now: deps.now() };
  await inTransaction(deps.db, async (trx) => {
    await lockTaxForms(trx, account.id);
    if ((await findTaxFormSummaries(trx, account.id)).length > 0) throw new AppError('TAX_FORM_ON_FILE');
    if (form.kind === 'w9') await fileW9(deps, trx, { ...filing, w9: form.w9 });
    else await fileW8(deps, trx, { ...filing, w8: form.w8 });
  });
}

type MaskedForm = TaxFormSummary & { masked: string };

/** Returns the account's forms on file, with only the last characters of their numbers. */
export async function findTaxForms(
  db: Db,
  accountId: string,
): Promise<{ w9: MaskedForm | null; w8ben: MaskedForm | null }> {
  const forms = await findTaxFormSummaries(db, accountId);
  const maskForm = (kind: TaxFormKind, mask: (idType: string | null) => string): MaskedForm | null => {
    const form = forms.find((candidate) => candidate.kind === kind);
    if (!form) return null;
    const { acceptedAt, last4, idType } = form;
    return { acceptedAt, last4, masked: `${mask(idType)}${last4}` };
  };
  return {
    w9: maskForm('w9', (idType) => (idType === 'ein' ? '••-•••' : '•••-••-')),
    w8ben: maskForm('w8ben', () => '•••••'),
  };
}

export interface OpenedTaxForm {
  id: string;
  details: Record<string, unknown>;
  /** The decrypted numbers. Show them to the caller, and don't store or log them. */
  numbers: Record<string, string>;
  acceptedAt: Date;
  ip: string;
}

/**
 * Decrypts a form for staff, who must give a reason. Records the access in the audit log. Throws NOT_ALLOWED,
 * INVALID_INPUT, NOT_FOUND, or TAX_FORM_UNREADABLE.
 */
export async function openTaxForm(
  deps: Pick<Deps, 'db' | 'now' | 'cipher'>,
  request: { accountId: string; kind: TaxFormKind; openedBy: string; reason: string },
): Promise<OpenedTaxForm> {
  return inTransaction(deps.db, async (trx) => {
    const opener = await getAccount(trx, request.openedBy);
    if (!opener || !isStaff(opener.accountType)) throw new AppError('NOT_ALLOWED');
    const reason = openingReason.safeParse(request.reason);
    if (!reason.success) {
      throw new AppError('INVALID_INPUT', { field: 'reason', message: reason.error.issues[0]?.message });
    }
    const form = await findStoredTaxForm(trx, request.accountId, request.kind);
    if (!form) throw new AppError('NOT_FOUND');
    const numbers = decryptNumbers(deps, form);
    await recordAudit(trx, {
      actorId: opener.id,
      action: 'tax-form.open',
      subject: `tax-form:${form.id}`,
      reason: reason.data,
      at: deps.now(),
    });
    return {
      id: form.id,
      details: storedDetails.parse(form.details),
      numbers: storedNumbers.parse(JSON.parse(numbers)),
      acceptedAt: form.acceptedAt,
      ip: form.ip,
    };
  });
}

function decryptNumbers(
  { cipher }: Pick<Deps, 'cipher'>,
  form: { id: string; encryptedNumbers: string },
): string {
  try {
    return cipher.decrypt(form.encryptedNumbers, getNumbersPlace(form.id));
  } catch (error) {
    if (!(error instanceof UnknownFieldKey || error instanceof FieldUnreadable)) throw error;
    throw new AppError('TAX_FORM_UNREADABLE', { message: error.message, cause: error });
  }
}
