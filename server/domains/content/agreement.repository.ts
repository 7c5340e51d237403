import type { Db } from '#db/client.ts';
import type { AgreementType } from './content.schema.ts';

export interface Agreement {
  id: string;
  accountId: string | null;
  purchaseId: string | null;
  contractType: AgreementType;
  ip: string;
  agreedAt: Date;
}

/**
 * Inserts agreements to the current version of each text, and returns the versions. Throws if a text is not
 * published.
 */
export async function insertAgreements(db: Db, agreements: readonly Agreement[]) {
  const version = db.fn.max<number>('version').as('version');
  const policy = db.selectFrom('policies').select(version).where('type', '=', 'PRIVACY');
  const contracts = db.selectFrom('contracts').select(version);
  return db
    .insertInto('agreements')
    .values(
      agreements.map((agreement) => ({
        ...agreement,
        contractVersion:
          agreement.contractType === 'PRIVACYPOLICY'
            ? policy
            : contracts.where('type', '=', agreement.contractType),
      })),
    )
    .returning(['contractType', 'contractVersion'])
    .execute();
}
