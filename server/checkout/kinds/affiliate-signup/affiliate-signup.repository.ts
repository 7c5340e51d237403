import type { Db } from '#db/client.ts';

/** A membership that an account is buying with a sign-up at this moment. */
export interface OpenSignupPurchase {
  id: string;
  idempotencyKey: string;
  status: string;
}

export async function findOpenSignupPurchases(db: Db, accountId: string): Promise<OpenSignupPurchase[]> {
  return db
    .selectFrom('purchases')
    .select(['id', 'idempotencyKey', 'status'])
    .where('accountId', '=', accountId)
    .where('kind', '=', 'affiliate-signup')
    .where('status', 'in', ['pending', 'requires_action'])
    .execute();
}
