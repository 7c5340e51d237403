import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** Returns the ids of the account's customers at Stripe. A guest purchase has its own customer. */
export async function findProviderCustomers(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select provider_customer_id as id from accounts
      where id = ${accountId} and provider_customer_id is not null
    union select provider_customer_id from purchases
      where account_id = ${accountId} and provider_customer_id is not null
    union select purchases.provider_customer_id
      from subscriptions join purchases on purchases.id = subscriptions.purchase_id
      where subscriptions.account_id = ${accountId} and purchases.provider_customer_id is not null`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
