import type { Db, Trx } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { readSellerContact, type SellerContact } from '../../lib/support-contact.ts';
import { type Agreement, insertAgreements } from './agreement.repository.ts';
import { findContentRevision, findContract, findPolicy, findPublicSettings } from './content.repository.ts';
import type {
  AgreementType,
  ContractType,
  PolicyType,
  PublishedText,
  TextVersion,
} from './content.schema.ts';

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

/** Returns a value that changes whenever a setting, plan, policy, or help text does. */
export async function getContentRevision(db: Db): Promise<string> {
  return findContentRevision(db);
}

/** Returns the seller's name, address, and support contact, for emails and receipts. */
export async function getSellerContact(db: Db): Promise<SellerContact> {
  return readSellerContact(await findPublicSettings(db));
}

/** A text that a buyer accepts. */
export interface AcceptedText {
  type: AgreementType;
  /** The name of its checkbox, if it has one. */
  field?: string;
  /** The version that the buyer saw. Unknown for older clients, which accept the current one. */
  version?: number | undefined;
}

/** Returns the text behind each checkbox, with the version that the client reports it showed. */
export function listAccepted(
  boxes: Readonly<Record<string, AgreementType | null>>,
  shownVersions: readonly TextVersion[] | null | undefined,
): AcceptedText[] {
  return Object.entries(boxes).flatMap(([field, type]) => {
    if (type === null) return [];
    return [{ type, field, version: shownVersions?.find((text) => text.type === type)?.version }];
  });
}

/**
 * Records consent to the current version of each text. Throws TEXT_CHANGED if the buyer saw a different one.
 */
export async function recordAgreements(
  trx: Trx,
  texts: readonly AcceptedText[],
  agreement: Omit<Agreement, 'id' | 'contractType'>,
): Promise<void> {
  if (texts.length === 0) return;
  const agreedRows = await insertAgreements(
    trx,
    texts.map(({ type }) => ({ ...agreement, contractType: type, id: newId() })),
  );
  const versions = new Map<string, number>(agreedRows.map((row) => [row.contractType, row.contractVersion]));
  for (const { type, field, version } of texts) {
    if (version === undefined || version === versions.get(type)) continue;
    throw new AppError('TEXT_CHANGED', field === undefined ? {} : { field });
  }
}
