import type { Db } from '#db/client.ts';

export interface Agreement {
  id: string;
  accountId: string | null;
  purchaseId: string | null;
  contractType: string;
  contractVersion: number;
  ip: string;
  agreedAt: Date;
}

export async function insertAgreement(db: Db, agreement: Agreement): Promise<void> {
  await db.insertInto('agreements').values(agreement).execute();
}
