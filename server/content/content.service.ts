import type { Db, Trx } from '#db/client.ts';
import { AppError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import { readSupportContact, type SupportContact } from '../lib/support-contact.ts';
import { type Agreement, insertAgreements } from './agreement.repository.ts';
import { findContentRevision, findContract, findPolicy, findPublicSettings } from './content.repository.ts';
import type { AgreementType, ContractType, PolicyType, PublishedText } from './content.schema.ts';

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

/** Records consent to the current version of each text. */
export async function recordAgreements(
  trx: Trx,
  types: readonly AgreementType[],
  agreement: Omit<Agreement, 'id' | 'contractType'>,
): Promise<void> {
  if (types.length === 0) return;
  await insertAgreements(
    trx,
    types.map((contractType) => ({ ...agreement, contractType, id: newId() })),
  );
}
