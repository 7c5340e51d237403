import type { Db, Trx } from '#db/client.ts';
import { AppError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import { readSupportContact, type SupportContact } from '../lib/support-contact.ts';
import { type Agreement, insertAgreement } from './agreement.repository.ts';
import { findContentRevision, findContract, findPolicy, findPublicSettings } from './content.repository.ts';
import type { ContractType, PolicyType, PublishedText } from './content.schema.ts';

export async function getPolicy(db: Db, type: PolicyType): Promise<PublishedText> {
  const policy = await findPolicy(db, type);
  if (!policy) throw new AppError('NOT_FOUND');
  return policy;
}

export async function getContract(db: Db, type: ContractType): Promise<PublishedText> {
  const contract = await findContract(db, type);
  if (!contract) throw new AppError('NOT_FOUND');
  return contract;
}

export async function getPublicSettings(db: Db): Promise<Record<string, string>> {
  return findPublicSettings(db);
}

/** Changes whenever a setting, plan, policy, or help text does. */
export async function getContentRevision(db: Db): Promise<string> {
  return findContentRevision(db);
}

/** Support's phone, email, and hours, for emails and receipts. */
export async function getSupportContact(db: Db): Promise<SupportContact> {
  return readSupportContact(await findPublicSettings(db));
}

/** The REST contract uses PRIVACYPOLICY for the privacy policy. */
export type AgreementType = ContractType | 'PRIVACYPOLICY';

/** Records consent to the current version of a text. */
export async function recordAgreement(
  trx: Trx,
  agreement: Omit<Agreement, 'id' | 'contractVersion' | 'contractType'> & { contractType: AgreementType },
): Promise<void> {
  const type = agreement.contractType;
  const text = type === 'PRIVACYPOLICY' ? await findPolicy(trx, 'PRIVACY') : await findContract(trx, type);
  if (!text) throw new Error(`Contract ${type} is not published`);
  await insertAgreement(trx, { ...agreement, id: newId(), contractVersion: text.version });
}
